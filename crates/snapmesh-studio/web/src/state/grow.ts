// Growing: the newest wish is asked for, and what the session answers becomes the page's state.

import { batch, effect, signal, untracked } from '@preact/signals';
import type { Answer, KitAnswer, Wish } from '../protocol';
import { connection, stream } from './link';
import { forgetPlans } from './plans';
import { isLive, isSeedLocked } from './preferences';
import { composed, failure, growing, isSlow, kit, map, readWalked, setup, status, walked } from './session';
import { showWhole, takeTimeline } from './timeline';
import { forgetArt, loadArt } from './view';
import { throwSeed, wish } from './wish';

/** A growth that takes longer than this, in milliseconds, is shown to be under way, and not waited for when there is a newer wish. */
const PATIENCE = 250;

/** Each growth has a number; answers of any but the newest are too late. */
let newest = 0;
let isBusy = false;
let isAskedAgain = false;
/** The wish that a map was asked for with last, and the one of which the session has told whether it is an edit. */
let grown: Wish | null = null;
let answered: Wish | null = null;
/** While something else is looked at than the map, changes are not grown; they are when this is over. */
export const isHeld = signal(false);

/** Grows whenever the wish changes, if that is wanted. */
export function followWish(): void {
  effect(() => {
    const isNew = wish.value !== grown;
    if (isNew && isLive.value && !isHeld.value && connection.peek() === 'open') untracked(grow);
  });
}

/** What the Generate button does: brings the map up to the wish; if it is, shows another map. */
export function generate(): void {
  if (wish.peek() !== grown || isSeedLocked.peek()) grow();
  else rollDice();
}

/** Throws a seed and grows, even if changes are not grown at once. */
export function rollDice(): void {
  throwSeed();
  growPending();
}

/** Asks for the map of the wish. While one is asked for, the newest wish waits and follows. */
export function grow(): void {
  if (isBusy) {
    isAskedAgain = true;
    return;
  }
  void growNow();
}

/** The session is a new one: what it calls the art of the kit may be something else. */
export function growInNewSession(): void {
  forgetArt();
  forgetPlans();
  void growNow();
}

/** Whether what the session told last is about the wish, and not about one before. */
export function isUpToDate(): boolean {
  return wish.value === answered;
}

/** Grows if the map on show is not that of the wish. */
export function growPending(): void {
  if (wish.peek() !== grown && !isHeld.peek()) grow();
}

/** Asks for the map of the wish, whatever is on show or under way: the kit may be another one now. */
export async function growNow(): Promise<void> {
  const turn = ++newest;
  isBusy = true;
  isAskedAgain = false;
  grown = wish.peek();
  status.value = 'growing';
  isSlow.value = false;
  const patience = setTimeout(() => losePatience(turn), PATIENCE);
  await stream({ request: 'grow', wish: grown }, (answer) => {
    // A kit is told once, so it is never too late for it.
    if (answer.answer === 'kit') takeKit(answer);
    if (turn !== newest) return;
    if (answer.answer === 'setup' || answer.answer === 'failed') answered = grown;
    batch(() => hear(answer));
    if (answer.answer === 'map') turnEnds(turn);
  });
  clearTimeout(patience);
  if (turn === newest && status.value === 'growing') status.value = connection.value === 'open' ? 'failed' : 'waiting';
  turnEnds(turn);
}

function losePatience(turn: number): void {
  if (turn !== newest) return;
  isSlow.value = true;
  turnEnds(turn);
}

function turnEnds(turn: number): void {
  if (turn !== newest || !isBusy) return;
  isBusy = false;
  if (isAskedAgain) grow();
}

function takeKit(answer: KitAnswer): void {
  kit.value = answer;
  void loadArt(answer);
}

function hear(answer: Answer): void {
  switch (answer.answer) {
    case 'setup':
      setup.value = answer;
      failure.value = [];
      break;
    case 'growing':
      growing.value = answer.placed;
      break;
    case 'map':
      showWhole();
      growing.value = null;
      composed.value = null;
      walked.value = null;
      map.value = answer;
      status.value = 'ready';
      break;
    case 'timeline':
      if (map.value) takeTimeline(answer, map.value);
      break;
    case 'composed':
      composed.value = answer;
      break;
    case 'walked':
      walked.value = readWalked(answer);
      break;
    case 'failed':
      failure.value = answer.problems;
      growing.value = null;
      // A map that is too large to be walked is a map all the same.
      if (status.value === 'growing') status.value = 'failed';
      break;
  }
}
