// What a session tells of a piece on the bench.

import type { PieceInfo, Problem, Vec3 } from '../protocol';

/** What a section of `[pieces]` says. */
export interface Said {
  tags?: string[];
  connectors?: ConnectorNote[];
  boxes?: BoxNote[];
  floor?: string[];
}

export interface ConnectorNote {
  at: Vec3;
  heading: Vec3;
  up?: Vec3;
  pins: number;
  color: string;
}

/** Along the axes, or turned about +Y by degrees. */
export type BoxNote = { min: Vec3; max: Vec3 } | { center: Vec3; half: Vec3; turn?: number };

/** What the mesh tells about a doorway, in metres: how high its floor is above the connector, how far that reaches beyond it,
 * how wide and how high it is. Null: not found, or open. */
export interface Measures {
  floor?: number | null;
  reach?: number | null;
  width: number | null;
  headroom: number | null;
}

/** Bytes: its GLB, if that was asked for. */
export interface PieceAnswer {
  answer: 'piece';
  info: PieceInfo;
  /** Connector by connector. */
  measures: Measures[];
  /** As it is: what the kit says, and where it says nothing, what its file says. `floor` is only there if the kit says it. */
  said: Said;
  /** What a floor can be called by. */
  parts: { name: string; triangles: number }[];
  problems: (Problem & { connector: number | null })[];
  bytes?: ArrayBuffer;
}

/** Bytes: f32 [x, y, z] of three corners for each triangle. */
export interface FloorAnswer {
  answer: 'floor';
  file: string;
  triangles: number;
  bytes?: ArrayBuffer;
}

export interface ProposedAnswer {
  answer: 'proposed';
  file: string;
  said: Said;
  /** Of its connectors. */
  measures: Measures[];
  doubts: string[];
}

export interface JoinedAnswer {
  answer: 'joined';
  /** Where the second piece stands: position, cosine and sine of its turn. */
  pose: [x: number, y: number, z: number, cos: number, sin: number];
  /** Metres between the floors; below zero one lies over the other. Null, here and below: the meshes do not tell. */
  gap: number | null;
  /** How much higher the second floor is. */
  step: number | null;
  widths: [number | null, number | null];
  /** How much of the doorways both leave free. */
  passage: number | null;
  headroom: number | null;
  /** How deep their boxes lie in each other; null: they keep apart. */
  overlap: number | null;
  sentences: string[];
}

export interface MarkedAnswer {
  answer: 'marked';
  /** Pieces for which something was found, and their doorways. */
  pieces: number;
  doorways: number;
  doubts: string[];
  /** What the old file is called now; missing if there was nothing to write. */
  backup?: string;
}
