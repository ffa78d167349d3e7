// Which connectors of the map are joined to which, and which are free.

import { computed } from '@preact/signals';
import type { MapAnswer, Port } from '../protocol';
import { isSameColor } from './matrix';
import { map, pieceAt, setup } from './session';

function keyOf({ placed, connector }: Port): string {
  return `${placed} ${connector}`;
}

/** By a connector, what it is joined to: by a joint of the tree, by a cap, or by a link beyond the tree. */
const joined = computed(() => {
  const found = new Map<string, Port>();
  const join = (a: Port, b: Port) => found.set(keyOf(a), b).set(keyOf(b), a);
  const { placed = [], links = [] }: Partial<MapAnswer> = map.value ?? {};
  placed.forEach(([, , , , , , guide, guideConnector, connector], number) => {
    if (guide >= 0) join({ placed: guide, connector: guideConnector }, { placed: number, connector });
  });
  for (const { from, to } of links) join(from, to);
  return found;
});

/** What a connector of the map is joined to; undefined: it is free. */
export function otherSide(port: Port): Port | undefined {
  return joined.value.get(keyOf(port));
}

/** The free connectors that a section of `[ends]`, such as `2 white`, says may not be. */
export function freePorts(section: string): Port[] {
  const kinds = setup.value?.ends.filter(({ free }) => free?.section === section) ?? [];
  const rows = map.value?.placed ?? [];
  return rows.flatMap(([piece], placed) =>
    (pieceAt(piece)?.connectors ?? []).flatMap(({ pins, color }, connector) => {
      const isOfKind = kinds.some((kind) => kind.pins === pins && isSameColor(kind.color, color));
      return isOfKind && !otherSide({ placed, connector }) ? [{ placed, connector }] : [];
    }),
  );
}
