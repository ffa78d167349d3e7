// How well the kit closes loops: in sentences, as a share, and as how much chains of pieces can reach.

import { Button } from '../parts/button';
import { Fold } from '../parts/fold';
import { Sentence } from '../parts/sentence';
import { counted } from '../parts/words';
import type { LoopabilityAnswer } from '../protocol';
import { askLoopability, isOutOfDate, loopability, lookAtLoopability } from '../state/loopability';

/** Folded away at first, as it is worked out only when someone looks. */
export function LoopabilityFold() {
  return (
    <Fold title="Loops" isClosed onOpen={lookAtLoopability}>
      <p class="field-help">
        Whether chains of these pieces lead back to where they began. How many loops a map has is set among the parameters, under
        Growth.
      </p>
      <Found />
      {isOutOfDate.value && (
        <div class="row">
          <span class="field-help">What it depends on has changed.</span>
          <Button label="Look again" icon="reset" onClick={() => void askLoopability()} />
        </div>
      )}
    </Fold>
  );
}

function Found() {
  const found = loopability.value;
  if (found === 'unknown') return null;
  if (found === 'asked') return <p class="empty">Chains of pieces are followed…</p>;
  if (found === 'failed') return <p class="empty">This can be told as soon as maps can be grown.</p>;
  return (
    <section class="loopability" aria-label="How well this kit closes loops">
      <Share found={found} />
      <ul class="sentences">
        {found.sentences.map((sentence) => (
          <li key={sentence}>
            <Sentence text={sentence} />
          </li>
        ))}
      </ul>
      <Poses found={found} />
    </section>
  );
}

/** The share of lines of three pieces that lead back. */
function Share({ found: { lines, joined } }: { found: LoopabilityAnswer }) {
  if (lines === 0) return null;
  const percent = Math.round((100 * joined) / lines);
  return (
    <div class="share">
      <span>Lines that lead back</span>
      <div
        class="bar"
        role="meter"
        aria-label="Lines of three pieces that lead back"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={`${percent} %`}
      >
        <span style={{ width: `${percent}%` }} />
      </div>
      <b>{percent} %</b>
    </div>
  );
}

/** How many places and turns can be reached by how many pieces. */
function Poses({ found: { poses, length } }: { found: LoopabilityAnswer }) {
  const most = Math.max(1, ...poses);
  if (poses.length === 0) return null;
  return (
    <table class="poses">
      <caption>Places that chains reach and shorter ones do not</caption>
      <tbody>
        {poses.map((count, index) => (
          <tr key={index}>
            <th scope="row">{counted(index + 1, 'piece')}</th>
            <td class="bar-cell" aria-hidden="true">
              <div class="bar">
                <span style={{ width: `${(100 * count) / most}%` }} />
              </div>
            </td>
            <td>{count.toLocaleString('en')}</td>
          </tr>
        ))}
      </tbody>
      {poses.length < length && (
        <tfoot>
          <tr>
            <td colSpan={3}>Chains of more pieces, up to {length}, are put together from these.</td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}
