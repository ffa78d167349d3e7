// The timeline: how far the growth of the map is shown, and playing it.

import { batch, computed, signal } from '@preact/signals';
import { Role, type DoorRow, type Link, type MapAnswer, type PlacedRow, type TimelineAnswer } from '../protocol';
import { Replay } from './replay';
import { growing, map } from './session';

export const replay = signal<Replay | null>(null);
/** How many events there were, those that the timeline leaves out included. */
export const allEvents = signal(0);
/** How many events have happened in what is shown. */
export const position = signal(0);
export const isPlaying = signal(false);
/** Events a second. */
export const speed = signal(20);
export const SPEEDS = [5, 20, 80, 320];

/** How many pieces there are after each event. */
export const pieceCounts = computed(() => replay.value?.counts() ?? new Int32Array(1));

export const lastPosition = computed(() => replay.value?.events ?? 0);
export const isAtEnd = computed(() => position.value >= lastPosition.value);

/** The pieces to be shown: those of the growing map, those at the timeline's position, or the whole map. */
export const shownRows = computed<PlacedRow[]>(() => {
  if (growing.value) return growing.value;
  if (replay.value && !isAtEnd.value) return replay.value.rowsAfter(position.value);
  return map.value?.placed ?? [];
});

/** Whether all that grew is shown, so that what follows it are caps and doors. */
const hasGrown = computed(() => {
  if (growing.value || !map.value) return false;
  return !replay.value || isAtEnd.value || replay.value.hasGrown(position.value);
});

/** How many of the shown pieces grew: those after them are caps. All, until growth is done. */
export const shownGrown = computed(() => (hasGrown.value ? map.value!.pieces : Infinity));

/** Whether a placed piece that is shown is a cap. */
export function isCap(placed: number): boolean {
  return placed >= shownGrown.value;
}

/** Whether a placed piece that is shown is part of a chain that closes a loop. */
export function isOfLoop(placed: number): boolean {
  return shownRows.value[placed]?.[10] === Role.Loop;
}

const NO_LINKS: Link[] = [];

export const shownLinks = computed<Link[]>(() => {
  if (growing.value || !map.value) return NO_LINKS;
  return replay.value && !isAtEnd.value ? replay.value.linksAfter(position.value) : map.value.links;
});

export const shownDoors = computed<DoorRow[]>(() => {
  if (!hasGrown.value) return [];
  const { doors } = map.value!;
  return replay.value && !isAtEnd.value ? doors.slice(0, replay.value.doorsAfter(position.value)) : doors;
});

/** A new map is shown whole; how it grew is told a little later. */
export function showWhole(): void {
  isPlaying.value = false;
  replay.value = null;
  allEvents.value = 0;
  position.value = 0;
}

export function takeTimeline(answer: TimelineAnswer, grown: MapAnswer): void {
  batch(() => {
    replay.value = new Replay(answer, grown);
    allEvents.value = answer.all;
    position.value = answer.events;
  });
}

export function goTo(event: number): void {
  isPlaying.value = false;
  position.value = Math.max(0, Math.min(lastPosition.value, event));
}

export function step(by: number): void {
  goTo(position.value + by);
}

export function togglePlay(): void {
  if (!replay.value) return;
  isPlaying.value = !isPlaying.value;
  if (!isPlaying.value) return;
  if (isAtEnd.value) position.value = 0;
  play(position.value, performance.now());
}

/** Where the timeline is follows from when it started, so a slow frame skips events and does not delay them. */
function play(from: number, since: number): void {
  requestAnimationFrame((now) => {
    if (!isPlaying.value) return;
    const next = from + ((now - since) / 1000) * speed.value;
    position.value = Math.max(position.value, Math.min(lastPosition.value, Math.floor(next)));
    if (isAtEnd.value) isPlaying.value = false;
    else play(next, now);
  });
}
