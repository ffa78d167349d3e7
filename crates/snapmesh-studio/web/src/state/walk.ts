// Walking through the map: a tour, being sent somewhere, and looking at it from outside or through its eyes.

import { effect, signal, untracked } from '@preact/signals';
import type { Vec3 } from '../protocol';
import type { WalkMode } from '../view';
import { ask } from './link';
import { say, sayFailed } from './messages';
import { map, walked } from './session';
import { goTo, lastPosition } from './timeline';
import { view } from './view';

export interface Walk {
  mode: WalkMode;
  isPaused: boolean;
  /** Whether it stands where it was sent. */
  hasArrived: boolean;
}

export const walk = signal<Walk | null>(null);

const STOPS = 12;

/** Starts a tour through the largest region. */
export async function startWalk(mode: WalkMode = 'follow'): Promise<void> {
  const agent = walked.value?.agent;
  if (!agent) return say('There is no map to walk yet.');
  goTo(lastPosition.value);
  const tour = await ask({ request: 'tour', stops: STOPS, seed: 1 }, 'tour');
  if (tour.answer === 'failed') return sayFailed(tour);
  const way = tour.legs.flat();
  if (way.length === 0) return say('Nothing of this map can be walked: there is no floor that is wide and flat enough.', true);
  walk.value = { mode, isPaused: false, hasArrived: false };
  view.value?.walk(mode, way, agent, true);
}

export function setWalkMode(mode: WalkMode): void {
  if (!walk.value) return;
  walk.value = { ...walk.value, mode };
  view.value?.setWalkMode(mode);
}

/** Stops and goes on; from where it was sent, with the tour. */
export function pauseWalk(): void {
  if (!walk.value || walk.value.mode === 'self') return;
  if (walk.value.hasArrived) return void startWalk(walk.value.mode);
  walk.value = { ...walk.value, isPaused: !walk.value.isPaused };
  view.value?.pauseWalk(walk.value.isPaused);
}

export function leaveWalk(): void {
  if (!walk.value) return;
  walk.value = null;
  view.value?.endWalk();
}

/** The way is at its end: whoever walked it stands there, or was left with Escape. */
export function walkEnded(): void {
  if (view.value?.walker()) walk.value = walk.value && { ...walk.value, isPaused: true, hasArrived: true };
  else walk.value = null;
}

/** Sends whoever walks to a place on the floor that was clicked. */
export async function sendTo(from: Vec3, to: Vec3): Promise<void> {
  const agent = walked.value?.agent;
  const answer = await ask({ request: 'path', from, to }, 'path');
  if (!walk.value || !agent) return;
  if (answer.answer === 'failed') return sayFailed(answer);
  if (answer.points.length === 0) return say('There is no way to that place.');
  walk.value = { ...walk.value, isPaused: false, hasArrived: false };
  view.value?.walk(walk.value.mode, answer.points, agent, false);
}

/** A new map has other ways. */
export function followMap(): void {
  effect(() => {
    if (map.value) untracked(leaveWalk);
  });
}
