// The placed pieces, drawn: one mesh for each part of each piece, however often it is placed.

import {
  Color, DoubleSide, Group, InstancedMesh, type Material, Matrix4, MeshDepthMaterial, MeshStandardMaterial,
} from 'three';
import type { PlacedRow } from '../protocol';
import { pieceColor, ramp, regionColor } from './colors';
import { Copies, type Follower } from './copies';
import type { Cut } from './cut';
import type { Part, PieceArt } from './kit';
import { light } from './marks';
import type { Change } from './placed';
import { poseMatrix } from './poses';
import type { ColorBy } from './types';

/** All that is placed of one piece. */
interface Pile {
  copies: Copies;
  meshes: InstancedMesh[];
  parts: Part[];
  /** The numbers of the placed pieces, in the order of the copies. */
  placed: number[];
}

const WHITE = new Color(1, 1, 1);

export class Pieces {
  readonly group = new Group();
  private piles: Pile[] = [];
  private rows: PlacedRow[] = [];
  /** Which copy of its piece each placed piece is. */
  private copyOf: number[] = [];
  private regions: Int32Array | null = null;
  private colorBy: ColorBy = 'material';
  /** The ends of the ramps. They stay while a timeline goes back and forth, or every step would change every color. */
  private ends = { order: 1, depth: 1 };
  private recolored = true;
  private readonly plain = new MeshStandardMaterial({ roughness: 0.85 });
  private readonly plainTwoSided = new MeshStandardMaterial({ roughness: 0.85, side: DoubleSide });

  constructor(private readonly cut: Cut) {
    cut.teachSolid(this.plain);
    cut.teachSolid(this.plainTwoSided);
  }

  /** Takes the pieces of another kit; none is placed then. */
  setKit(art: PieceArt[]): void {
    this.clear();
    this.piles = art.map((piece) => this.pile(piece));
  }

  /** Shows these rows. Matrices are written for those that changed only. */
  update(rows: PlacedRow[], { keep }: Change): void {
    const shrunk = this.rows.length > keep;
    for (let placed = this.rows.length - 1; placed >= keep; placed--) this.pileOf(this.rows[placed])?.placed.pop();
    this.rows.length = keep;
    this.copyOf.length = keep;
    for (let placed = keep; placed < rows.length; placed++) this.push(rows[placed], placed);
    for (const pile of this.piles) pile.copies.count = pile.placed.length;
    this.moveEnds(shrunk && keep <= 1 && rows.length > keep);
  }

  setRegions(regions: Int32Array | null): void {
    this.regions = regions;
    if (this.colorBy === 'region') this.recolored = false;
  }

  setColors(colorBy: ColorBy): void {
    this.colorBy = colorBy;
    this.recolored = false;
    for (const { meshes, parts } of this.piles) meshes.forEach((mesh, i) => (mesh.material = this.materialFor(parts[i])));
  }

  /** Readies everything for a frame. */
  flush(): void {
    if (!this.recolored) this.rows.forEach((_, placed) => this.color(placed));
    this.recolored = true;
    for (const { copies } of this.piles) copies.flush();
  }

  /** Draws something more wherever a piece is placed. */
  attach(piece: number, mesh: Follower): void {
    this.piles[piece].copies.follow(mesh);
  }

  dispose(): void {
    this.clear();
    this.plain.dispose();
    this.plainTwoSided.dispose();
  }

  private clear(): void {
    for (const { copies, meshes } of this.piles) {
      copies.dispose();
      for (const mesh of meshes) mesh.customDepthMaterial?.dispose();
    }
    this.group.clear();
    this.piles = [];
    this.rows = [];
    this.copyOf = [];
  }

  private pile({ parts }: PieceArt): Pile {
    const meshes = parts.map((part) => {
      const mesh = new InstancedMesh(part.geometry, this.materialFor(part), 0);
      // One each: the renderer gives it the texture of the material, and leaves it there when the kit is gone.
      mesh.customDepthMaterial = this.cut.teach(new MeshDepthMaterial());
      mesh.castShadow = true;
      mesh.receiveShadow = true;
      // The box around one copy says nothing about all of them.
      mesh.frustumCulled = false;
      this.group.add(mesh);
      return mesh;
    });
    return { copies: new Copies([...meshes]), meshes, parts, placed: [] };
  }

  private materialFor({ material, twoSided }: Part): Material {
    if (this.colorBy === 'material') return material;
    return twoSided ? this.plainTwoSided : this.plain;
  }

  private pileOf(row: PlacedRow): Pile | undefined {
    return this.piles[row[0]];
  }

  private push(row: PlacedRow, placed: number): void {
    this.rows.push(row);
    const pile = this.pileOf(row);
    this.copyOf.push(pile ? pile.placed.push(placed) - 1 : -1);
    if (!pile) return;
    pile.copies.setMatrix(this.copyOf[placed], poseMatrix(row, matrix));
    this.color(placed);
  }

  private color(placed: number): void {
    this.pileOf(this.rows[placed])?.copies.setColor(this.copyOf[placed], this.colorOf(placed));
  }

  private colorOf(placed: number): Color {
    const row = this.rows[placed];
    switch (this.colorBy) {
      case 'material': return WHITE;
      case 'order': return light(ramp(placed / this.ends.order));
      case 'piece': return light(pieceColor(row[0]));
      case 'region': return light(regionColor(this.regions?.[placed] ?? -1));
      case 'depth': return light(ramp(row[9] / this.ends.depth));
    }
  }

  /** Makes the ramps longer if they must be, and starts them anew with another map. */
  private moveEnds(another: boolean): void {
    const ends = another ? { order: 1, depth: 1 } : { ...this.ends };
    ends.order = Math.max(ends.order, this.rows.length - 1);
    for (const row of this.rows) ends.depth = Math.max(ends.depth, row[9]);
    if (ends.order === this.ends.order && ends.depth === this.ends.depth) return;
    this.ends = ends;
    if (this.colorBy === 'order' || this.colorBy === 'depth') this.recolored = false;
  }
}

const matrix = new Matrix4();
