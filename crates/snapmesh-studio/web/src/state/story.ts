// The story of the map, in sentences: fetched piece by piece while someone can see it.

import { computed, effect, signal } from '@preact/signals';
import type { Target } from '../view';
import { ask } from './link';
import { folds } from './preferences';
import { selected } from './selection';
import { goTo, lastPosition, position, replay } from './timeline';

export interface Line {
  /** The event that the sentence is about, or the last of several. */
  event: number;
  text: string;
}

/** Goes to where a line is told, and selects what it tells of: a piece, a cap, a door, a connector that stays open, or the piece
 * that a loop begins at. */
export function showLine({ event, text }: Line): void {
  goTo(event + 1);
  const target = replay.peek()?.addedBy(event) ?? openPort(text) ?? loopStart(text);
  if (target) selected.value = target;
}

/** The connector of a line such as "Open: connector 1 (2 white) of p3_Hall stays free, as no cap fits." */
function openPort(text: string): Target | null {
  const [, connector, placed] = /^Open: connector (\d+) .*? of p(\d+)_/.exec(text) ?? [];
  return placed ? { kind: 'connector', port: { placed: Number(placed), connector: Number(connector) } } : null;
}

/** The piece of a line such as "Loop of 8 pieces: 2 new pieces from connector 0 (2 white) of p9_Hall to …", whether it was closed
 * or not. */
function loopStart(text: string): Target | null {
  const [, placed] = /^\s*(?:No loop|Loop of .*?:).*? of p(\d+)_/.exec(text) ?? [];
  return placed ? { kind: 'piece', placed: Number(placed) } : null;
}

/** What a line tells of loops, if it does: that one is closed, or that it cannot be. */
export function loopIn(text: string): 'loop' | 'no-loop' | null {
  if (/^\s*(Loop of |\+ linked)/.test(text)) return 'loop';
  return /^\s*No (loop |more loops)/.test(text) ? 'no-loop' : null;
}

export const lines = signal<Line[]>([]);

/** The place in `lines` of what happened last; -1 before the first event. */
export const currentLine = computed(() => {
  const all = lines.value;
  const event = position.value - 1;
  let low = 0;
  let high = all.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (all[middle]!.event < event) low = middle + 1;
    else high = middle;
  }
  return event < 0 ? -1 : Math.min(low, all.length - 1);
});

const AT_ONCE = 1000;

/** Fetches the story of every new map, unless it is folded away. */
export function followStory(): void {
  effect(() => {
    const told = replay.value;
    lines.value = [];
    if (told && !folds.timeline.value) void fetchStory(0);
  });
}

async function fetchStory(from: number): Promise<void> {
  const told = replay.peek();
  const answer = await ask({ request: 'story', from, count: AT_ONCE }, 'story');
  if (answer.answer === 'failed' || replay.peek() !== told) return;
  const heard = answer.lines.map((text, index) => ({ event: from + index, text }));
  lines.value = [...lines.peek(), ...heard.filter((line): line is Line => line.text !== null)];
  const next = from + answer.lines.length;
  if (answer.lines.length > 0 && next < lastPosition.peek()) await fetchStory(next);
}
