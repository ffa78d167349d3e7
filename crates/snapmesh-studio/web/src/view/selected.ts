// What is selected, or could be: where it is, and how it is shown.

import { Box3, Vector3 } from 'three';
import type { Port } from '../protocol';
import type { Cut } from './cut';
import type { Doors } from './doors';
import { Highlight } from './highlight';
import type { PieceArt } from './kit';
import type { Connectors } from './overlays/connectors';
import type { PlacedMap } from './placed';
import type { Pose } from './poses';
import type { Target } from './types';

export class Selected {
  target: Target | null = null;
  private art: PieceArt[] = [];
  private readonly highlight: Highlight;

  constructor(
    private readonly placed: PlacedMap,
    private readonly doors: Doors,
    private readonly connectors: Connectors,
    private readonly cut: Cut,
  ) {
    this.highlight = new Highlight(cut);
  }

  get group() {
    return this.highlight.group;
  }

  setKit(art: PieceArt[]): void {
    this.highlight.clear();
    this.art = art;
  }

  /** Shows it where it is now. It may be gone from the map for a while, when a timeline goes back. */
  show(): void {
    const { target } = this;
    this.highlight.clear();
    if (target?.kind === 'piece') this.showPiece(this.placed.rows[target.placed]);
    if (target?.kind === 'door') this.showPiece(this.doors.rows[target.door]);
    if (target?.kind === 'connector') this.showConnector(target.port);
  }

  /** The boxes around a target; none if it is not there. */
  boxesOf(target: Target): Box3[] {
    if (target.kind === 'piece') return this.placed.bounds.slice(target.placed, target.placed + 1);
    if (target.kind === 'door') return this.boxesOfDoor(target.door);
    const place = this.connectors.placeOf(target.port);
    const size = new Vector3().setScalar(this.connectors.size * 6);
    return place ? [new Box3().setFromCenterAndSize(place, size)] : [];
  }

  dispose(): void {
    this.highlight.dispose();
  }

  /** A door is seen with the piece that it stands at: by itself it would fill the picture, and say nothing. */
  private boxesOfDoor(door: number): Box3[] {
    const at = this.doors.rows[door]?.[6] ?? -1;
    return [this.doors.bounds[door], this.placed.bounds[at]].filter((box) => box !== undefined);
  }

  private showPiece(row: Pose | undefined): void {
    const art = row && this.art[row[0]];
    if (row && art) this.highlight.showPiece(art, row, this.cut.above);
  }

  private showConnector(port: Port): void {
    const place = this.connectors.placeOf(port);
    const heading = this.connectors.headingOf(port);
    if (place && heading) this.highlight.showConnector(place, heading, this.connectors.size);
  }
}
