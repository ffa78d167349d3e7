import { Fold } from '../parts/fold';
import { Sentence } from '../parts/sentence';
import { map } from '../state/session';
import { pins, steps } from '../state/shape';
import { selectPiece } from '../state/selection';
import { pieceAt } from '../state/session';

/** What was done to the map by hand, and what is pinned. */
export function Steps() {
  if (steps.value.length === 0) return null;
  return (
    <Fold title="Shaped by hand" mark={<span class="badge">{steps.value.length}</span>}>
      <ol class="sentences" aria-label="Steps">
        {steps.value.map((sentence, index) => (
          <li key={index} aria-current={index === steps.value.length - 1 ? 'step' : undefined}>
            <Sentence text={sentence} />
          </li>
        ))}
      </ol>
      {pins.value.length > 0 && (
        <p>
          Pinned:{' '}
          {pins.value.map((pin, index) => (
            <span key={pin}>
              {index > 0 && ', '}
              <button type="button" class="link" onClick={() => selectPiece(pin)}>
                {pieceAt(map.value?.placed[pin]?.[0] ?? -1)?.id} ({pin})
              </button>
            </span>
          ))}
        </p>
      )}
      <p class="field-help">
        The map stands as you shaped it: settings count for what you regrow. {pins.value.length > 0 ? 'Generate keeps what is pinned.' : 'Generate grows another map; pin what it is to keep.'}
      </p>
    </Fold>
  );
}
