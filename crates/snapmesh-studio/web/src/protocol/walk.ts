// What is told of walking: verdicts, the walkable surface, ways over it.

import type { Vec3 } from '../protocol';

/** How well it can be walked, as far as that follows from what is known about the pieces: told at once, by area alone, and never
 * far off. `walked` takes its place. */
export interface ComposedAnswer {
  answer: 'composed';
  known: { connectivity: number; largest_region: number; region_count: number; area: number } | null;
  /** Why it is not known. */
  unknown: string | null;
}

/** How well it can be walked. Bytes: f32 [x, y, z, region] for each point, then i32 region for each placed piece (the one
 * that most of its floor is in; -1: it has none that counts). Region 0 is the largest. */
export interface WalkedAnswer {
  answer: 'walked';
  points: number;
  /** c-bar and A_r of the points; the same by area. */
  connectivity: number;
  largest_region: number;
  exact: { connectivity: number; largest_region: number };
  area: number;
  regions: { area: number; share: number; at: Vec3; placed: number }[];
  /** How many regions count; `regions` has the largest. */
  region_count: number;
  /** Those that no doorway leads to, where they do not count. */
  left_out: { regions: number; area: number };
  agent: { radius: number; height: number; max_slope: number; max_climb: number };
  bytes?: ArrayBuffer;
}

/** Bytes: f32 [x, y, z] for each corner, u32 [a, b, c, region] for each triangle; region 0xffffffff is left out. */
export interface NavmeshAnswer {
  answer: 'navmesh';
  corners: number;
  triangles: number;
  bytes?: ArrayBuffer;
}

export interface TourAnswer {
  answer: 'tour';
  stops: Vec3[];
  /** The way from each stop to the next, the last back to the first. */
  legs: Vec3[][];
  length: number;
}

export interface PathAnswer {
  answer: 'path';
  /** Empty if there is no way. */
  points: Vec3[];
  length: number;
}
