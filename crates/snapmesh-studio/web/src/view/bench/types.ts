// What the view of a piece on the bench can do, for those who do not want to know about three.js.

import type { BoxNote, ConnectorNote, Vec3 } from '../../protocol';
import type { CameraMode } from '../types';

export interface BenchMark {
  kind: 'connector' | 'box' | 'proposal';
  index: number;
}

export interface BenchFace {
  axis: 0 | 1 | 2;
  side: -1 | 1;
}

/** What there is to see on the piece. */
export interface BenchMarks {
  connectors: ConnectorNote[];
  boxes: BoxNote[];
  /** Doorways that nobody accepted yet, each with its number. */
  proposals: { note: ConnectorNote; index: number }[];
  selected: BenchMark | null;
}

/** What the view tells. While something is dragged it tells again and again, and last that it is over. */
export interface BenchEvents {
  pick(mark: BenchMark | null): void;
  move(connector: number, at: Vec3): void;
  turn(connector: number, degrees: number): void;
  pull(box: number, face: BenchFace, metres: number): void;
  dragEnded(): void;
  /** It was given up: all is as before. */
  dragGivenUp(): void;
  /** Where the arrows are on the canvas now, in pixels, for a number at each. */
  placed(labels: BenchLabel[]): void;
}

export interface BenchLabel extends BenchMark {
  x: number;
  y: number;
}

/** How places and angles are made round. */
export interface BenchSnap {
  grid(x: number): number;
  turn(degrees: number): number;
  toMesh(): boolean;
}

export interface BenchView {
  /** Shows this piece: a GLB. The camera goes to it if it is another one than before. */
  setPiece(glb: ArrayBuffer | null, floor: number, name: string): Promise<void>;
  setMarks(marks: BenchMarks): void;
  /** Shows what can be walked: three corners of each triangle; null: nothing. */
  setFloor(corners: Float32Array | null): void;
  /** Shows a second piece; null: none. */
  setJoined(glb: ArrayBuffer | null, pose: [number, number, number, number, number]): Promise<void>;
  setOptions(options: { camera: CameraMode; boxes: boolean; cut: number | null; theme: 'light' | 'dark' }): void;
  frame(): void;
  /** The place of the piece that the pointer is over, as an arrow would snap to it: on a floor there, else on this level. Null:
   * it is elsewhere. */
  pointed(level: number): Vec3 | null;
  dispose(): void;
}
