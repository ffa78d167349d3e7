// What is selected in the view, and what the session says about it.

import { computed, effect, signal, untracked } from '@preact/signals';
import type { DoorRow, FreeAnswer, PlacedRow, WhyAnswer } from '../protocol';
import type { Target } from '../view';
import { ask } from './link';
import { map } from './session';
import { replay, shownDoors, shownRows } from './timeline';
import { view } from './view';

export const selected = signal<Target | null>(null);
export const why = signal<WhyAnswer | null>(null);
export const free = signal<FreeAnswer | null>(null);
/** Why a door is there, in a sentence. */
export const whyDoor = signal<string | null>(null);

function placedOf(target: Target): number {
  if (target.kind === 'door') return -1;
  return target.kind === 'piece' ? target.placed : target.port.placed;
}

/** The placed piece that is selected or has the selected connector, as it is shown. */
export const selectedRow = computed<PlacedRow | null>(() => {
  const target = selected.value;
  return target ? (shownRows.value[placedOf(target)] ?? null) : null;
});

/** The door that is selected, if it is shown. */
export const selectedDoor = computed<DoorRow | null>(() => {
  const target = selected.value;
  return target?.kind === 'door' ? (shownDoors.value[target.door] ?? null) : null;
});

/** Whether it is on the finished map: while the growth is replayed, pieces are shown that were taken back later. */
export const isOnMap = computed(() => {
  const target = selected.value;
  if (target?.kind === 'door') return selectedDoor.value !== null;
  const row = selectedRow.value;
  const final = target && map.value?.placed[placedOf(target)];
  return Boolean(row && final && row.every((number, index) => number === final[index]));
});

export function selectPiece(placed: number): void {
  selected.value = { kind: 'piece', placed };
}

/** What is selected when the next map comes. */
let next: Target | null = null;

export function selectNext(target: Target): void {
  next = target;
}

/** Keeps the view and the answers in step with the selection. A new map has other pieces: nothing is selected then, unless it was
 * said what. */
export function followSelection(): void {
  let shown: string | null = null;
  effect(() => {
    if (!map.value) return;
    // Asked again, as it was pinned: what is said about it may be something else.
    const kept = map.value.digest === shown && selected.peek() ? { ...selected.peek()! } : next;
    shown = map.value.digest;
    next = null;
    selected.value = kept;
  });
  effect(() => view.value?.select(selected.value));
  effect(() => {
    const target = selected.value;
    why.value = null;
    free.value = null;
    whyDoor.value = null;
    if (target && isOnMap.value) void untracked(() => inquire(target));
  });
}

async function inquire(target: Target): Promise<void> {
  if (target.kind === 'door') return inquireDoor(target);
  const answer =
    target.kind === 'piece'
      ? await ask({ request: 'why', placed: target.placed }, 'why')
      : await ask({ request: 'free', port: target.port }, 'free');
  if (selected.value !== target) return;
  if (answer.answer === 'why') why.value = answer;
  if (answer.answer === 'free') free.value = answer;
}

/** Why a door is there is said where it was hung. */
async function inquireDoor(target: Extract<Target, { kind: 'door' }>): Promise<void> {
  const event = replay.value?.eventOfDoor(target.door);
  if (event === undefined) return;
  const answer = await ask({ request: 'story', from: event, count: 1 }, 'story');
  if (selected.value !== target || answer.answer === 'failed') return;
  whyDoor.value = answer.lines[0]?.replace(/^Door: /, '') ?? null;
}

/** Moves the camera to what is selected, or to the whole map. */
export function frame(): void {
  view.value?.frame(selected.value);
}
