// The bench: one piece of the kit, to be marked. Its marks are an edit of `[pieces.NAME]`, and so a part of the wish: undo, save
// and the address know them as they know every other edit.

import { computed, effect, signal, untracked } from '@preact/signals';
import type { PieceAnswer, ProposedAnswer, Wish } from '../protocol';
import { isHeld } from './grow';
import { ask, connection } from './link';
import { sayFailed } from './messages';
import { kit } from './session';
import { wish } from './wish';

/** The file of the piece on the bench; null: the map is looked at. */
export const bench = signal<string | null>(null);
/** What the session says about it. */
export const piece = signal<PieceAnswer | null>(null);
/** What it looks like. */
export const looks = signal<ArrayBuffer | null>(null);
/** What is proposed for it; null: nobody asked yet. */
export const proposed = signal<ProposedAnswer | null>(null);
export const isProposing = signal(false);

export type Mark = { kind: 'connector' | 'box' | 'proposal'; index: number };

/** The mark that is at work. */
export const selectedMark = signal<Mark | null>(null);

export function isSelected({ kind, index }: Mark): boolean {
  return selectedMark.value?.kind === kind && selectedMark.value.index === index;
}

export function openBench(file: string): void {
  if (file === bench.value) return;
  piece.value = null;
  looks.value = null;
  proposed.value = null;
  selectedMark.value = null;
  isHeld.value = true;
  bench.value = file;
}

export function closeBench(): void {
  bench.value = null;
  isHeld.value = false;
}

/** Files that can be put on the bench, in the order of the catalog. */
export const benchFiles = computed(() => kit.value?.catalog.map(({ file }) => file) ?? []);

let isBusy = false;
let isAskedAgain = false;
/** The file, and the state of the kit, whose looks are here. */
let known = '';

/** Keeps what is known of the piece in step with the wish. */
export function followBench(): void {
  effect(() => {
    const file = bench.value;
    const now = wish.value;
    const look = `${file} ${kit.value?.art}`;
    if (file !== null && connection.value === 'open') untracked(() => void check(file, now, look));
  });
}

/** One at a time: while one is asked for, the newest waits and follows. */
async function check(file: string, now: Wish, look: string): Promise<void> {
  if (isBusy) {
    isAskedAgain = true;
    return;
  }
  isBusy = true;
  isAskedAgain = false;
  const isNew = look !== known || looks.value === null;
  const answer = await ask({ request: 'piece', file, wish: now, looks: isNew }, 'piece');
  isBusy = false;
  if (bench.value === file) {
    if (answer.answer === 'failed') sayFailed(answer);
    else take(answer, isNew ? look : known);
  }
  if (isAskedAgain && bench.value !== null) await check(bench.value, wish.value, `${bench.value} ${kit.value?.art}`);
}

function take(answer: PieceAnswer, look: string): void {
  const { bytes, ...told } = answer;
  piece.value = told;
  known = look;
  if (bytes) looks.value = bytes;
}

/** Asks what `snapmesh mark` would propose. */
export async function propose(): Promise<void> {
  const file = bench.value;
  if (file === null) return;
  isProposing.value = true;
  const answer = await ask({ request: 'propose', file, wish: wish.value }, 'proposed');
  isProposing.value = false;
  if (bench.value !== file) return;
  if (answer.answer === 'failed') sayFailed(answer);
  else proposed.value = answer;
}
