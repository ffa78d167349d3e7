// The placed pieces of the map that is shown, and what changed since the last one.

import { Box3 } from 'three';
import type { Link, PieceInfo, PlacedRow, Port } from '../protocol';
import { boundsOf } from './poses';

/** From one map to the next: as many rows as `keep` stayed; of those, these connectors became used or free. */
export interface Change {
  keep: number;
  touched: Port[];
}

/** A timeline adds and takes back at the end, so the map is kept as a stack: only rows after the common beginning change. */
export class PlacedMap {
  readonly rows: PlacedRow[] = [];
  /** The box around each placed piece. */
  readonly bounds: Box3[] = [];
  private pieces: PieceInfo[] = [];
  private readonly used = new Set<number>();
  /** Connectors that are joined beyond the tree. */
  links: Link[] = [];
  private linked = new Set<number>();
  private grown = Infinity;
  private hidesCaps = false;

  /** Takes another kit; no piece is placed then. */
  setKit(pieces: PieceInfo[]): void {
    this.pieces = pieces;
    this.replace([], Infinity, []);
  }

  /** How many of the rows are seen: caps, which come last, may be hidden. */
  get shown(): number {
    return this.hidesCaps ? Math.min(this.grown, this.rows.length) : this.rows.length;
  }

  showCaps(on: boolean): void {
    this.hidesCaps = !on;
  }

  /** Takes the place of what was there. The first `grown` rows grew, the others are caps. */
  replace(rows: PlacedRow[], grown: number, links: Link[]): Change {
    const keep = this.alike(rows);
    const touched: Port[] = [];
    while (this.rows.length > keep) this.pop(keep, touched);
    for (let placed = keep; placed < rows.length; placed++) this.push(rows[placed], keep, touched);
    this.grown = grown;
    if (links !== this.links) this.link(links, keep, touched);
    return { keep, touched };
  }

  isFree(placed: number, connector: number): boolean {
    const key = keyOf(placed, connector);
    return !this.used.has(key) && !this.linked.has(key);
  }

  isLinked(placed: number, connector: number): boolean {
    return this.linked.has(keyOf(placed, connector));
  }

  pieceOf(placed: number): PieceInfo | undefined {
    const row = this.rows[placed];
    return row && this.pieces[row[0]];
  }

  /** The box around all pieces; empty if there are none. */
  box(): Box3 {
    const all = new Box3();
    for (const bounds of this.bounds) if (!bounds.isEmpty()) all.union(bounds);
    return all;
  }

  private link(links: Link[], keep: number, touched: Port[]): void {
    const changed = [...this.links, ...links].flatMap(sides);
    touched.push(...changed.filter(({ placed }) => placed < keep));
    this.links = links;
    this.linked = new Set(links.flatMap(sides).map(({ placed, connector }) => keyOf(placed, connector)));
  }

  private alike(rows: PlacedRow[]): number {
    const most = Math.min(rows.length, this.rows.length);
    let same = 0;
    while (same < most && sameRow(rows[same], this.rows[same])) same++;
    return same;
  }

  private push(row: PlacedRow, keep: number, touched: Port[]): void {
    const placed = this.rows.push(row) - 1;
    const piece = this.pieces[row[0]];
    this.bounds.push(piece ? boundsOf(row, piece.min, piece.max) : new Box3());
    const [guide, guideConnector, connector] = row.slice(6, 9);
    if (guide < 0) return;
    this.used.add(keyOf(guide, guideConnector)).add(keyOf(placed, connector));
    if (guide < keep) touched.push({ placed: guide, connector: guideConnector });
  }

  private pop(keep: number, touched: Port[]): void {
    const [guide, guideConnector, connector] = this.rows.pop()!.slice(6, 9);
    this.bounds.pop();
    if (guide < 0) return;
    this.used.delete(keyOf(guide, guideConnector));
    this.used.delete(keyOf(this.rows.length, connector));
    if (guide < keep) touched.push({ placed: guide, connector: guideConnector });
  }
}

function sameRow(a: PlacedRow, b: PlacedRow): boolean {
  return a === b || a.every((value, i) => value === b[i]);
}

function sides({ from, to }: Link): Port[] {
  return [from, to];
}

function keyOf(placed: number, connector: number): number {
  return placed * 0x10000 + connector;
}
