// What the view in the middle can do, for those who do not want to know about three.js.

import type { DoorRow, Link, PieceInfo, PlacedRow, Port, Vec3 } from '../protocol';

export type CameraMode = 'orbit' | 'fly' | 'plan';
export type ColorBy = 'material' | 'order' | 'piece' | 'region' | 'depth';

export interface ViewOptions {
  camera: CameraMode;
  color: ColorBy;
  connectors: boolean;
  boxes: boolean;
  points: boolean;
  navmesh: boolean;
  shadows: boolean;
  caps: boolean;
  doors: boolean;
  /** What is higher than so many metres above the floor of its own piece is cut away; null: nothing is. */
  cut: number | null;
  theme: 'light' | 'dark';
}

/** What can be picked. */
export type Target = { kind: 'piece'; placed: number } | { kind: 'door'; door: number } | { kind: 'connector'; port: Port };

/** Who walks: a figure that is followed or looked out of, or whoever is at the keyboard. */
export type WalkMode = 'follow' | 'eyes' | 'self';

export interface Agent {
  radius: number;
  height: number;
  max_slope: number;
  max_climb: number;
}

/** What the view tells. */
export interface ViewEvents {
  /** A piece, a door or a free connector was clicked; null: nothing was. */
  pick(target: Target | null): void;
  /** The pointer is over something, for a label beside it; null: over nothing. Pixels of the canvas. */
  hover(target: Target | null, x: number, y: number): void;
  /** In a walk, a place on the floor was clicked: the figure wants to go there from where it is. */
  send(from: Vec3, to: Vec3): void;
  /** A way came to its end, and whoever walked it stands there; or the walk was left with Escape, and nobody walks any more. */
  walkEnded(): void;
}

/** A map beside others. */
export interface Neighbor {
  placed: PlacedRow[];
  /** How many of them grew; the others are caps. */
  pieces: number;
  doors: DoorRow[];
}

/** From where maps beside each other are looked at: angles in radians, and how near. */
export interface Look {
  turn: number;
  tilt: number;
  zoom: number;
}

export interface View {
  /** Takes the pieces of a kit and what they look like: a GLB whose nodes, in order, are the pieces numbered in `order`. */
  setKit(pieces: PieceInfo[], glb: ArrayBuffer, order: number[]): Promise<void>;
  /** Shows these placed pieces and no others: the first `grown` grew, the others are caps; links are connectors joined beyond
   * the tree. Cheap enough to be called for every step of a timeline. */
  setPlaced(rows: PlacedRow[], grown: number, links: Link[]): void;
  /** Marks these placed pieces as pinned. */
  setPins(placed: number[]): void;
  /** Shows these doors and no others; as cheap. */
  setDoors(rows: DoorRow[]): void;
  /** f32 [x, y, z, region] for each point, and the region of each placed piece; null: not known yet. */
  setWalked(points: Float32Array | null, regions: Int32Array | null): void;
  /** f32 [x, y, z] for each corner, u32 [a, b, c, region] for each triangle; null: not known. */
  setNavmesh(corners: Float32Array | null, triangles: Uint32Array | null): void;
  setOptions(options: Partial<ViewOptions>): void;
  select(target: Target | null): void;
  /** Moves the camera so that the target, or all, is seen. */
  frame(target: Target | null): void;
  /** A small picture of a piece, as an address for an <img>. */
  thumbnail(piece: number, size: number): Promise<string>;
  /** The same for a GLB of its own. */
  thumbnailOf(glb: ArrayBuffer, size: number): Promise<string>;
  /** Draws maps beside each other, each onto its canvas: from the same side, and at the same scale. */
  drawBeside(maps: { map: Neighbor; canvas: HTMLCanvasElement }[], look: Look): void;
  /** The view as a PNG of this size. */
  picture(width: number, height: number): Promise<Blob>;
  /** Sends the figure along a way, again and again if `loop`; 'self' starts at its first point. */
  walk(mode: WalkMode, way: Vec3[], agent: Agent, loop: boolean): void;
  /** Changes how a walk is looked at, without starting it anew. */
  setWalkMode(mode: WalkMode): void;
  pauseWalk(paused: boolean): void;
  endWalk(): void;
  /** Where the figure, or whoever walks, stands; null: nobody walks. */
  walker(): Vec3 | null;
  /** For tests and for the curious. */
  stats(): { pieces: number; draws: number; triangles: number; frames: number };
  dispose(): void;
}

export type CreateView = (canvas: HTMLCanvasElement, events: ViewEvents) => View;
