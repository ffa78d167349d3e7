// Every free connector of the map, by kind: in the view they are small, and some lie behind walls.

import { Fold } from '../parts/fold';
import { Swatch } from '../parts/swatch';
import { counted } from '../parts/words';
import type { Port } from '../protocol';
import { connectorName } from '../state/connectors';
import { frame, selected } from '../state/selection';
import { map, pieceAt } from '../state/session';
import { freeOf } from '../state/shape';
import { setOption } from '../state/view';

/** Of one kind, as many as a list has room for. */
const MOST = 12;

export function FreeList() {
  const ports = (map.value?.placed ?? []).flatMap((_, placed) => freeOf(placed));
  if (ports.length === 0) return null;
  const kinds = new Map<string, Port[]>();
  for (const port of ports) kinds.set(kindOf(port), [...(kinds.get(kindOf(port)) ?? []), port]);
  const sorted = [...kinds].sort(([, a], [, b]) => b.length - a.length);
  return (
    <Fold title="Free connectors" isClosed mark={<span class="badge">{ports.length}</span>}>
      {sorted.map(([kind, list]) => (
        <Kind key={kind} kind={kind} ports={list} />
      ))}
    </Fold>
  );
}

function Kind({ kind, ports }: { kind: string; ports: Port[] }) {
  const [pins = '', color = ''] = kind.split(' ');
  const more = ports.length - MOST;
  return (
    <div class="free-kind" role="group" aria-label={`Free connectors of ${kind}`}>
      <span>
        <Swatch color={color} /> {counted(Number(pins), 'pin')}, {color}: <b>{ports.length}</b>
      </span>
      <p>
        {ports.slice(0, MOST).map((port, index) => (
          <span key={`${port.placed} ${port.connector}`}>
            {index > 0 && ', '}
            <button
              type="button"
              class="link"
              aria-label={`Show ${connectorName(rowOf(port), port.connector)} of ${rowOf(port)?.id} ${port.placed}`}
              onClick={() => showPort(port)}
            >
              {/* Of one piece, the others are told by their number alone. */}
              {ports[index - 1]?.placed === port.placed ? connectorName(rowOf(port), port.connector).replace('Connector ', '') : `${rowOf(port)?.id} ${port.placed}`}
            </button>
          </span>
        ))}
        {more > 0 && ` and ${more} more`}
      </p>
    </div>
  );
}

export function showPort(port: Port): void {
  setOption({ connectors: true });
  selected.value = { kind: 'connector', port };
  frame();
}

function rowOf({ placed }: Port) {
  return pieceAt(map.value?.placed[placed]?.[0] ?? -1);
}

function kindOf(port: Port): string {
  const connector = rowOf(port)?.connectors[port.connector];
  return `${connector?.pins} ${connector?.color}`;
}
