// What the session told last: kit, settings, map, how it grew and how it can be walked.

import { computed, signal } from '@preact/signals';
import { Role, type ComposedAnswer, type KitAnswer, type MapAnswer, type PieceInfo, type PlacedRow, type Problem, type SetupAnswer, type WalkedAnswer } from '../protocol';

export type Status = 'waiting' | 'growing' | 'ready' | 'failed';

export interface Walked extends WalkedAnswer {
  /** x, y, z and region of each point. */
  scatter: Float32Array;
  /** The region of each placed piece. */
  regionOf: Int32Array;
}

/** Where a row tells what the piece is there for. */
const ROLE = 10;

export const status = signal<Status>('waiting');
/** Whether a map takes so long that one would ask what is going on. */
export const isSlow = signal(false);
export const kit = signal<KitAnswer | null>(null);
export const setup = signal<SetupAnswer | null>(null);
export const map = signal<MapAnswer | null>(null);
/** Pieces of a map that is still growing; null if none is. */
export const growing = signal<PlacedRow[] | null>(null);
/** How many caps and doors the map has. */
export const capCount = computed(() => (map.value ? map.value.placed.length - map.value.pieces : 0));
/** How many pieces were placed to close loops. */
export const loopPieceCount = computed(() => map.value?.placed.filter((row) => row[ROLE] === Role.Loop).length ?? 0);
export const doorCount = computed(() => map.value?.doors.length ?? 0);
/** What was said of walking at once; the walk itself takes a moment more. */
export const composed = signal<ComposedAnswer | null>(null);
export const walked = signal<Walked | null>(null);
/** Problems of a growth that failed as a whole. */
export const failure = signal<Problem[]>([]);

const WORST_FIRST: Problem['severity'][] = ['error', 'warning', 'note'];

export const problems = computed<Problem[]>(() => {
  const all = [...failure.value, ...(setup.value?.problems ?? [])];
  const rank = (problem: Problem) => WORST_FIRST.indexOf(problem.severity);
  return all.sort((a, b) => rank(a) - rank(b));
});

/** Whether something keeps maps from being grown. */
export const hasError = computed(() => problems.value.some(({ severity }) => severity === 'error'));

export function pieceAt(number: number): PieceInfo | undefined {
  return kit.value?.pieces[number];
}

export function readWalked(answer: WalkedAnswer): Walked {
  const bytes = answer.bytes ?? new ArrayBuffer(0);
  return {
    ...answer,
    scatter: new Float32Array(bytes, 0, answer.points * 4),
    regionOf: new Int32Array(bytes, answer.points * 16),
  };
}
