// The wish is the document: what the designer wants. Every edit makes a new one, and all of them are kept for undo.

import { computed, signal } from '@preact/signals';
import type { Edit, Settings, Wish } from '../protocol';

export const EMPTY_WISH: Wish = { preset: null, edits: [], steps: [] };
export const SEED = 'generation.seed';
const METHOD = 'selection.method';

/** Changes of the same thing that follow each other this fast, in milliseconds, are undone together. */
const ONE_STEP = 2000;
const LONGEST_HISTORY = 500;

const present = signal<Wish>(EMPTY_WISH);
const past = signal<Wish[]>([]);
const future = signal<Wish[]>([]);
let lastStep = { name: '', time: 0 };

export const wish = computed(() => present.value);
export const canUndo = computed(() => past.value.length > 0);
export const canRedo = computed(() => future.value.length > 0);

/** Starts with this wish: there is nothing to undo. */
export function startWith(first: Wish): void {
  present.value = first;
  past.value = [];
  future.value = [];
}

/** Makes this the wish. What has the name of the step before, soon after it, is undone together with it. */
export function change(next: Wish, step = ''): void {
  if (sameWish(next, present.value)) return;
  const now = Date.now();
  const isContinued = step !== '' && step === lastStep.name && now - lastStep.time < ONE_STEP;
  if (!isContinued) past.value = [...past.value, present.value].slice(-LONGEST_HISTORY);
  lastStep = { name: step, time: now };
  future.value = [];
  present.value = next;
}

/** Writes the same wish in other words: nothing that could be undone. */
export function amend(next: Wish): void {
  if (!sameWish(next, present.value)) present.value = next;
}

/** The kit says something else from now on. Wishes of this preset that left it to the kit say themselves what it said then, so
 * that undo and redo still lead to the same maps. */
export function spellOut(said: Edit[], preset: string | null): void {
  const spelledOut = <T extends Settings>(old: T): T => {
    const isOpen = ({ path }: Edit) => !old.edits.some((edit) => edit.path === path);
    return old.preset === preset ? { ...old, edits: [...old.edits, ...said.filter(isOpen)] } : old;
  };
  // What was done by hand was done with what the kit said then.
  const withSteps = (old: Wish) => ({ ...old, steps: old.steps.map(spelledOut) });
  past.value = past.value.map(spelledOut).map(withSteps);
  future.value = future.value.map(spelledOut).map(withSteps);
  if (present.value.steps.length > 0) present.value = withSteps(present.value);
}

export function undo(): void {
  move(past, future);
}

export function redo(): void {
  move(future, past);
}

function move(from: typeof past, to: typeof past): void {
  const next = from.value.at(-1);
  if (!next) return;
  to.value = [...to.value, present.value];
  from.value = from.value.slice(0, -1);
  lastStep = { name: '', time: 0 };
  present.value = next;
}

export function editAt(path: string): Edit | undefined {
  return wish.value.edits.find((edit) => edit.path === path);
}

/** Sets and drops edits, as one step. A value of undefined drops the edit of that path. Another seed is another map, to which
 * nothing was done yet; all else is for what follows. */
export function edit(changes: Record<string, string | null | undefined>, step?: string): void {
  let edits = present.value.edits;
  for (const path of Object.keys(changes)) edits = withEdit(edits, path, changes[path]);
  const steps = SEED in changes ? [] : present.value.steps;
  change({ ...present.value, edits, steps }, step);
}

/** An edit that is there keeps its place: the address then changes as little as the wish. */
function withEdit(edits: Edit[], path: string, value: string | null | undefined): Edit[] {
  if (value === undefined) return edits.filter((other) => other.path !== path);
  const isThere = edits.some((other) => other.path === path);
  if (!isThere) return [...edits, { path, value }];
  return edits.map((other) => (other.path === path ? { path, value } : other));
}

/** A preset is about a method and comes with a seed of its own, so edits of these would hide it. */
export function choosePreset(preset: string | null, keepSeed: boolean): void {
  const hides = (path: string) => path === METHOD || (path === SEED && !keepSeed);
  change({ preset, edits: present.value.edits.filter(({ path }) => !hides(path)), steps: [] });
}

/** Puts a seed in that nobody chose. Short enough to be read to a colleague. */
export function throwSeed(): void {
  edit({ [SEED]: String(Math.floor(Math.random() * 1_000_000)) }, 'throw');
}

export function sameWish(a: Wish, b: Wish): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
