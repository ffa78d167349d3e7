// Shaping a map by hand. Each act is a step of the wish, so that undo and redo, the address and a new session know it like any
// other wish; the session says what it comes to, or why it cannot be done.

import { computed, effect, signal } from '@preact/signals';
import { Role, type Act, type Port } from '../protocol';
import * as growing from './grow';
import { otherSide } from './joints';
import { ask } from './link';
import { say, sayFailed } from './messages';
import { isSeedLocked } from './preferences';
import { selectNext, selected } from './selection';
import { map, pieceAt } from './session';
import { isAtEnd } from './timeline';
import { setOption } from './view';
import { change, wish } from './wish';

/** What was done, a sentence for each step. */
export const steps = computed(() => map.value?.steps ?? []);
export const pins = computed(() => map.value?.pins ?? []);
/** Whether the session works an act out. */
export const isActing = signal(false);
/** The free connector that a loop is to be closed from, once the other one is chosen. */
export const loopFrom = signal<Port | null>(null);

/** Another map has other connectors: a loop that was begun is given up. */
export function followShape(): void {
  effect(() => {
    if (map.value) loopFrom.value = null;
  });
}

/** By a piece that stays because another is pinned, which one that is: the way from a pin to the start is held with it. */
const holders = computed(() => {
  const found = new Map<number, number>();
  const rows = map.value?.placed ?? [];
  for (const pin of pins.value) {
    for (let at = rows[pin]?.[6] ?? -1; at >= 0 && !found.has(at); at = rows[at]?.[6] ?? -1) found.set(at, pin);
  }
  return found;
});

export function isPinned(placed: number): boolean {
  return pins.value.includes(placed);
}

/** The pinned piece that keeps another where it is; undefined: none does. */
export function holderOf(placed: number): number | undefined {
  return holders.value.get(placed);
}

function thrownSeed(): number {
  return Math.floor(Math.random() * 1_000_000);
}

/** Does something to the map, if it can be done: a wish that comes to nothing is never made. */
async function act(done: Act): Promise<boolean> {
  const before = wish.peek();
  const { preset, edits } = before;
  const next = { ...before, steps: [...before.steps, { preset, edits, act: done }] };
  isActing.value = true;
  const answer = await ask({ request: 'shape', wish: next }, 'shaped');
  isActing.value = false;
  if (answer.answer === 'failed') sayFailed(answer);
  if (answer.answer === 'failed' || wish.peek() !== before) return false;
  change(next);
  growing.growPending();
  return true;
}

export function togglePin(placed: number): void {
  void act({ act: isPinned(placed) ? 'unpin' : 'pin', placed });
}

/** What is free then is selected: something else is to come there, or nothing. */
export async function remove(placed: number): Promise<void> {
  const [, , , , , , guide = -1, connector = -1] = map.peek()?.placed[placed] ?? [];
  if (await act({ act: 'delete', placed })) selectNext({ kind: 'connector', port: { placed: guide, connector } });
}

export function regrow(placed: number): void {
  void act({ act: 'regrow', placed, seed: thrownSeed() });
}

export function cap(port: Port): void {
  void act({ act: 'cap', port, seed: thrownSeed() });
}

/** Puts a chosen piece to a free connector, and selects it: the map goes on from there. It comes behind the last piece that grew. */
export async function place(port: Port, piece: string, connector: number): Promise<void> {
  const rows = map.peek()?.placed ?? [];
  const next = rows.filter((row) => row[10] === Role.Piece).length;
  if (await act({ act: 'place', port, piece, connector, seed: thrownSeed() })) selectNext({ kind: 'piece', placed: next });
}

/** Whether pieces can be put to its connectors by hand: chains of loops come and go as a whole. */
export function canPlaceAt({ placed }: Port): boolean {
  return map.value?.placed[placed]?.[10] === Role.Piece;
}

/** Waits for the other connector: the next one that is chosen, in the view or in the panel. */
export function beginLoop(port: Port): void {
  loopFrom.value = port;
  setOption({ connectors: true });
  say('Now choose the free connector that the loop is to lead to.');
}

export function closeLoop(from: Port, to: Port): void {
  void act({ act: 'close', from, to, seed: thrownSeed() });
}

/** In the view or in a list, something was chosen: the other end of a loop, or what is selected from now on. */
export function choose(target: typeof selected.value): void {
  const from = loopFrom.peek();
  if (from && target?.kind === 'connector' && !isSamePort(from, target.port)) closeLoop(from, target.port);
  else selected.value = target;
}

export function isSamePort(a: Port, b: Port): boolean {
  return a.placed === b.placed && a.connector === b.connector;
}

/** What the Generate button does: with pins, all but what they hold is grown anew; else as ever. */
export function generate(): void {
  if (pins.peek().length > 0) growRest();
  else growing.generate();
}

/** The same for the dice. */
export function rollDice(): void {
  if (pins.peek().length > 0) growRest();
  else growing.rollDice();
}

function growRest(): void {
  const seed = isSeedLocked.peek() ? Number(map.peek()?.seed ?? 0) : thrownSeed();
  void act({ act: 'grow', seed });
}

/** What keys do to the piece that is selected. */
export function withSelected(work: (placed: number) => unknown): void {
  const target = selected.peek();
  if (target?.kind === 'piece' && isAtEnd.peek()) work(target.placed);
  else if (target) say(isAtEnd.peek() ? 'That is done to pieces: select one.' : 'Go to the end of the timeline first.');
}

/** Whether a piece grew, and so can be grown anew. The starting piece stays. */
export function canRegrow(placed: number): boolean {
  const row = map.value?.placed[placed];
  return row !== undefined && row[6] >= 0 && row[10] === Role.Piece;
}

/** The free connectors of a placed piece. */
export function freeOf(placed: number): Port[] {
  const row = map.value?.placed[placed];
  const count = (row && pieceAt(row[0])?.connectors.length) ?? 0;
  const ports = Array.from({ length: count }, (_, connector) => ({ placed, connector }));
  return ports.filter((port) => !otherSide(port));
}

/** The free connectors of the map but one, the nearest to it first, with how far they are. */
export function othersNear(from: Port): { port: Port; distance: number }[] {
  const here = placeOf(from);
  const all = (map.value?.placed ?? []).flatMap((_, placed) => freeOf(placed));
  const far = (port: Port) => Math.hypot(...placeOf(port).map((at, axis) => at - here[axis]!));
  const others = all.filter((port) => !isSamePort(port, from)).map((port) => ({ port, distance: far(port) }));
  return others.sort((a, b) => a.distance - b.distance);
}

function placeOf({ placed, connector }: Port): number[] {
  const [piece, x, y, z, cos, sin] = map.value!.placed[placed]!;
  const [dx, dy, dz] = pieceAt(piece)!.connectors[connector]!.position;
  return [x + cos * dx + sin * dz, y + dy, z + cos * dz - sin * dx];
}
