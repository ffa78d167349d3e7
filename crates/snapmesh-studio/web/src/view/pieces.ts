// The placed pieces, drawn: one mesh for each part of each piece, however often it is placed.

import {
  Color, DoubleSide, Group, InstancedMesh, type Material, Matrix4, MeshDepthMaterial, MeshStandardMaterial,
} from 'three';
import { pieceColor, ramp, regionColor } from './colors';
import { Copies, type Follower } from './copies';
import type { Cut } from './cut';
import type { Part, PieceArt } from './kit';
import { light } from './marks';
import { type Pose, poseMatrix } from './poses';
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
/** Where the depth stands in the row of a placed piece. */
const DEPTH = 9;

export class Pieces {
  readonly group = new Group();
  private art: PieceArt[] = [];
  /** By the number of the piece; made when it is placed first. */
  private readonly piles = new Map<number, Pile>();
  private rows: Pose[] = [];
  /** How many of the rows grew. */
  private grown = Infinity;
  /** Which copy of its piece each placed piece is. */
  private copyOf: number[] = [];
  private regions: Int32Array | null = null;
  private colorBy: ColorBy = 'material';
  /** The ends of the ramps. They stay while a timeline goes back and forth, or every step would change every color. */
  private ends = { order: 1, depth: 1 };
  private recolored = true;
  private readonly plain = new MeshStandardMaterial({ roughness: 0.85 });
  private readonly plainTwoSided = new MeshStandardMaterial({ roughness: 0.85, side: DoubleSide });

  /** `other`: the color of what did not grow, in colorings that tell how a map grew. */
  constructor(private readonly cut: Cut, private readonly other: string) {
    cut.teachSolid(this.plain);
    cut.teachSolid(this.plainTwoSided);
  }

  /** Takes the pieces of another kit; none is placed then. */
  setKit(art: PieceArt[]): void {
    this.clear();
    this.art = art;
  }

  /** Shows these rows, of which the first `same` are as before. Matrices are written for those that changed only. */
  update(rows: readonly Pose[], same: number): void {
    const keep = Math.min(same, this.rows.length, rows.length);
    const shrunk = this.rows.length > keep;
    for (let placed = this.rows.length - 1; placed >= keep; placed--) this.pileOf(this.rows[placed][0])?.placed.pop();
    this.rows.length = keep;
    this.copyOf.length = keep;
    for (let placed = keep; placed < rows.length; placed++) this.push(rows[placed], placed);
    for (const pile of this.piles.values()) pile.copies.count = pile.placed.length;
    this.moveEnds(shrunk && keep <= 1 && rows.length > keep);
  }

  /** Says how many of the rows grew: the others are something else. */
  setGrown(grown: number): void {
    if (grown === this.grown) return;
    this.grown = grown;
    if (this.colorBy !== 'material') this.recolored = false;
  }

  setRegions(regions: Int32Array | null): void {
    this.regions = regions;
    if (this.colorBy === 'region') this.recolored = false;
  }

  setColors(colorBy: ColorBy): void {
    this.colorBy = colorBy;
    this.recolored = false;
    for (const { meshes, parts } of this.piles.values()) meshes.forEach((mesh, i) => (mesh.material = this.materialFor(parts[i])));
  }

  /** Readies everything for a frame. */
  flush(): void {
    if (!this.recolored) this.rows.forEach((_, placed) => this.color(placed));
    this.recolored = true;
    for (const { copies } of this.piles.values()) copies.flush();
  }

  /** Draws something more wherever a piece is placed. */
  attach(piece: number, mesh: Follower): void {
    this.pileOf(piece)?.copies.follow(mesh);
  }

  dispose(): void {
    this.clear();
    this.plain.dispose();
    this.plainTwoSided.dispose();
  }

  private clear(): void {
    for (const { copies, meshes } of this.piles.values()) {
      copies.dispose();
      for (const mesh of meshes) mesh.customDepthMaterial?.dispose();
    }
    this.group.clear();
    this.piles.clear();
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

  private pileOf(piece: number): Pile | undefined {
    const art = this.art[piece];
    if (art && !this.piles.has(piece)) this.piles.set(piece, this.pile(art));
    return this.piles.get(piece);
  }

  private push(row: Pose, placed: number): void {
    this.rows.push(row);
    const pile = this.pileOf(row[0]);
    this.copyOf.push(pile ? pile.placed.push(placed) - 1 : -1);
    if (!pile) return;
    pile.copies.setMatrix(this.copyOf[placed], poseMatrix(row, matrix));
    this.color(placed);
  }

  private color(placed: number): void {
    this.pileOf(this.rows[placed][0])?.copies.setColor(this.copyOf[placed], this.colorOf(placed));
  }

  private colorOf(placed: number): Color {
    const row = this.rows[placed];
    if (this.colorBy === 'material') return WHITE;
    if (placed >= this.grown) return light(this.other);
    switch (this.colorBy) {
      case 'order': return light(ramp(placed / this.ends.order));
      case 'piece': return light(pieceColor(row[0]));
      case 'region': return light(regionColor(this.regions?.[placed] ?? -1));
      case 'depth': return light(ramp(row[DEPTH] / this.ends.depth));
    }
  }

  /** Makes the ramps longer if they must be, and starts them anew with another map. */
  private moveEnds(another: boolean): void {
    const ends = another ? { order: 1, depth: 1 } : { ...this.ends };
    const grown = Math.min(this.rows.length, this.grown);
    ends.order = Math.max(ends.order, grown - 1);
    for (let placed = 0; placed < grown; placed++) ends.depth = Math.max(ends.depth, this.rows[placed][DEPTH]);
    if (ends.order === this.ends.order && ends.depth === this.ends.depth) return;
    this.ends = ends;
    if (this.colorBy === 'order' || this.colorBy === 'depth') this.recolored = false;
  }
}

const matrix = new Matrix4();
