// What connectors are called.

import type { PieceInfo } from '../protocol';

/** As the bench counts them where the kit says them; else as their file calls them. */
export function connectorName(piece: PieceInfo | undefined, connector: number): string {
  const name = piece?.connectors[connector]?.name ?? `connector ${connector}`;
  const place = /^connectors\[(\d+)\]$/.exec(name)?.[1];
  return place === undefined ? name : `Connector ${Number(place) + 1}`;
}
