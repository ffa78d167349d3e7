import { Button } from '../parts/button';
import type { Port } from '../protocol';
import { connectorName } from '../state/connectors';
import { map, pieceAt } from '../state/session';
import { canRegrow, choose, freeOf, holderOf, isActing, isPinned, regrow, remove, togglePin } from '../state/shape';
import { selectPiece } from '../state/selection';
import { isAtEnd } from '../state/timeline';

/** What can be done to a placed piece by hand. */
export function ShapePiece({ placed }: { placed: number }) {
  if (!isAtEnd.value || !map.value?.placed[placed]) return null;
  const isStart = map.value.placed[placed][6] < 0;
  const pinned = isPinned(placed);
  const holder = holderOf(placed);
  const isHeld = pinned || holder !== undefined;
  return (
    <section class="shape" aria-label="Shape by hand">
      <div class="row">
        <Button
          label="Pin"
          icon="pin"
          isPressed={pinned}
          shortcut="K"
          title={pinned ? 'Let it go again' : 'It stays, and so does the way to it'}
          isDisabled={isActing.value}
          onClick={() => togglePin(placed)}
        />
        {canRegrow(placed) && (
          <Button
            label="Regrow"
            icon="dice"
            shortcut="E"
            title="Grow this branch anew; all else stays"
            isDisabled={isActing.value || isHeld}
            onClick={() => regrow(placed)}
          />
        )}
        {!isStart && (
          <Button
            label="Delete"
            icon="bin"
            shortcut="Delete"
            title="Take it away, with all that hangs on it"
            isDisabled={isActing.value || isHeld}
            onClick={() => void remove(placed)}
          />
        )}
      </div>
      {pinned && <p class="pinned">Pinned: it stays, with the way to it.</p>}
      {!pinned && holder !== undefined && (
        <p class="pinned">
          Held by the pin on{' '}
          <button type="button" class="link" onClick={() => selectPiece(holder)}>
            piece {holder}
          </button>
          .
        </p>
      )}
      <FreeConnectors ports={freeOf(placed)} />
    </section>
  );
}

/** Connectors that a click in the view may not reach, and keys do not. */
function FreeConnectors({ ports }: { ports: Port[] }) {
  if (ports.length === 0) return null;
  return (
    <div class="row" role="group" aria-label="Free connectors">
      <span class="field-help">Free:</span>
      {ports.map((port) => (
        <Button
          key={port.connector}
          label={portName(port)}
          title="Select this free connector"
          onClick={() => choose({ kind: 'connector', port })}
        />
      ))}
    </div>
  );
}

export function portName({ placed, connector }: Port): string {
  return connectorName(pieceAt(map.value?.placed[placed]?.[0] ?? -1), connector);
}
