// What a session tells for whoever wants to understand: how a kit closes loops, the story, why and why not.

import type { Port } from '../protocol';

/** How well a kit closes loops. Numbers of pieces are places in the kit's. */
export interface LoopabilityAnswer {
  answer: 'loopability';
  /** The same in words, with advice. */
  sentences: string[];
  /** Pieces in a chain that closes a loop, at most. */
  length: number;
  /** How many poses need how many pieces, from 1. */
  poses: number[];
  /** The shortest ring that was found. */
  ring: number[] | null;
  /** Lines of three pieces that were looked at, and those whose ends a chain could join. */
  lines: number;
  joined: number;
  /** Pieces that can be part of a chain: how many are in the shortest ring through it (null: it is in none), and by how many
   * degrees its ways turn, and how many metres they lead on. */
  pieces: { piece: number; fewest: number | null; turns: number[]; lengths: number[] }[];
}

export interface StoryAnswer {
  answer: 'story';
  from: number;
  /** A sentence for each event; null where an event is told together with a later one. */
  lines: (string | null)[];
}

export interface WhyAnswer {
  answer: 'why';
  placed: number;
  /** What it is and how it is joined, in a sentence. */
  sentence: string;
  /** Why its guide was the guide, or which loop it closes, in sentences. */
  because: string | null;
  /** Where its connectors are linked, a sentence each. */
  links: string[];
  guide: number | null;
  /** What was tried at the guide since it was named, up to this piece: sentences. */
  tries: string[];
  /** Its event on the timeline, and that which named its guide. */
  event: number;
  since: number;
}

export interface FreeAnswer {
  answer: 'free';
  port: Port;
  /** Why nothing is there, in sentences. */
  reasons: string[];
  /** Every piece that could be joined by the rules of connection: whether it would fit now, by which connector, and if not,
   * why not. Those that fit come first. */
  candidates: { piece: number; connector: number; fits: boolean; reason: string | null }[];
  /** Pieces that cannot be joined by the rules of connection, and why. */
  mismatched: { piece: number; reason: string }[];
  /** Metres straight ahead before something is in the way, for something as wide and high as the agent; null: nothing within 100. */
  room: number | null;
  /** Which placed piece is there then. */
  blocker: number | null;
}
