// What a session tells of maps of many seeds, and of a search.

import type { DoorRow, PlacedRow } from '../protocol';

/** Pieces from above. Bytes: f32 [x, z] of three corners for each face, layer by layer, piece by piece. */
export interface PlansAnswer {
  answer: 'plans';
  /** The layers of each piece, the lowest first: how high it is over the doorways (0: below the floor, 1: the floor, up to 4), and how
   * many faces it has. */
  pieces: [level: number, faces: number][][];
  bytes?: ArrayBuffer;
}

/** A map among others. */
export interface SampleAnswer {
  answer: 'sample';
  seed: string;
  placed: PlacedRow[];
  /** How many of `placed` grew; the others are caps. */
  pieces: number;
  doors: DoorRow[];
  /** What it is compared by, in the order of the kit's `metrics`; null where that is not known. */
  values: (number | null)[];
  /** Whether all promises were kept. */
  kept: boolean;
}

/** How far a search is. */
export interface SearchingAnswer {
  answer: 'searching';
  tried: number;
  tries: number;
  /** Maps that fulfil all demands. */
  fulfilled: number;
  /** The best value until now. */
  best: number | null;
  demands: DemandTally[];
}

/** What a search came to. */
export interface SearchedAnswer extends Omit<SearchingAnswer, 'answer'> {
  answer: 'searched';
  end: 'found' | 'tries' | 'stopped';
  /** Seeds of the maps that were found, best first. */
  found: string[];
  /** Seeds of maps that came close, and the demands that they miss. */
  closest: { seed: string; missed: string[] }[];
}

/** A demand in words, how many maps were looked at, and how many of them miss it. */
export interface DemandTally {
  demand: string;
  looked: number;
  missed: number;
  /** The lowest, the middle and the highest value; told at the end. */
  spread?: [number, number, number] | null;
  hardest?: boolean;
}
