// The doors of the map: drawn like pieces and picked like them, but nobody bumps into them, for they are left out of walking.

import type { Box3, Group } from 'three';
import type { DoorRow } from '../protocol';
import { DOOR } from './colors';
import type { Cut } from './cut';
import type { PieceArt } from './kit';
import { Pieces } from './pieces';
import { boundsOf } from './poses';
import { Solid } from './solid';
import type { ColorBy } from './types';

export class Doors {
  readonly rows: DoorRow[] = [];
  /** The box around each door. */
  readonly bounds: Box3[] = [];
  readonly solid = new Solid(this);
  private readonly pieces: Pieces;
  private art: PieceArt[] = [];
  private hidden = false;

  constructor(cut: Cut) {
    this.pieces = new Pieces(cut, DOOR);
    // None of them grew.
    this.pieces.setGrown(0);
  }

  get group(): Group {
    return this.pieces.group;
  }

  /** How many of them can be seen. */
  get shown(): number {
    return this.hidden ? 0 : this.rows.length;
  }

  /** Takes another kit; there are no doors then. */
  setKit(art: PieceArt[]): void {
    this.replace([]);
    this.art = art;
    this.solid.setKit(art);
    this.pieces.setKit(art);
  }

  /** Shows these doors. A timeline adds and takes away at the end, where rows stay the same objects. */
  replace(rows: DoorRow[]): void {
    let keep = 0;
    while (keep < rows.length && rows[keep] === this.rows[keep]) keep++;
    this.rows.length = this.bounds.length = keep;
    for (const row of rows.slice(keep)) {
      const info = this.art[row[0]]?.info;
      this.rows.push(row);
      this.bounds.push(boundsOf(row, info?.min ?? [0, 0, 0], info?.max ?? [0, 0, 0]));
    }
    this.pieces.update(this.rows, keep);
  }

  show(on: boolean): void {
    this.hidden = !on;
    this.group.visible = on;
  }

  setColors(colorBy: ColorBy): void {
    this.pieces.setColors(colorBy);
  }

  flush(): void {
    this.pieces.flush();
  }

  dispose(): void {
    this.pieces.dispose();
  }
}
