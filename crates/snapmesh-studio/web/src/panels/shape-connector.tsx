import { Button } from '../parts/button';
import { brief } from '../parts/words';
import type { Port } from '../protocol';
import { map, pieceAt, setup } from '../state/session';
import { beginLoop, cap, closeLoop, isActing, isSamePort, loopFrom, othersNear } from '../state/shape';
import { isSameColor } from '../state/matrix';
import { portName } from './shape-piece';

/** Connectors that a list has room for. */
const MOST = 24;

/** What can be done to a free connector by hand. */
export function ShapeConnector({ port }: { port: Port }) {
  const from = loopFrom.value;
  const isBegun = from !== null && isSamePort(from, port);
  return (
    <section class="shape" aria-label="Shape by hand">
      <div class="row">
        <Button
          label="Cap"
          icon="caps"
          title={hasCaps(port) ? 'Close it by a cap' : 'The kit has no cap for such a connector: name one among Connections, Ends'}
          isDisabled={isActing.value || !hasCaps(port)}
          onClick={() => cap(port)}
        />
        <Button
          label="Close a loop from here"
          icon="loop"
          isPressed={isBegun}
          isDisabled={isActing.value}
          onClick={() => (isBegun ? (loopFrom.value = null) : beginLoop(port))}
        />
      </div>
      {isBegun && <Others from={port} />}
    </section>
  );
}

function hasCaps({ placed, connector }: Port): boolean {
  const kind = pieceAt(map.value?.placed[placed]?.[0] ?? -1)?.connectors[connector];
  const ends = setup.value?.ends.find(({ pins, color }) => pins === kind?.pins && isSameColor(color, kind.color));
  return (ends?.cap?.pieces.length ?? 0) > 0;
}

/** Where the loop could lead to: for keys, and for connectors that are hidden in the view. */
function Others({ from }: { from: Port }) {
  const others = othersNear(from);
  if (others.length === 0) return <p class="field-help">There is no other free connector on this map.</p>;
  return (
    <>
      <p class="field-help">Click the other connector in the view, or choose it here, the nearest first:</p>
      <ul class="ends-of-loop" aria-label="Close the loop at">
        {others.slice(0, MOST).map(({ port, distance }) => (
          <li key={`${port.placed} ${port.connector}`}>
            <button type="button" class="region" disabled={isActing.value} onClick={() => closeLoop(from, port)}>
              <span>
                {portName(port)} of {pieceAt(map.value!.placed[port.placed]![0])?.id} (piece {port.placed})
              </span>
              <span class="unit">{brief(distance)} m</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
