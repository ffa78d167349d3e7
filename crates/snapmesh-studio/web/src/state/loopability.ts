// How well the kit closes loops: asked for when someone looks, as it takes the session a moment to find out.

import { computed, signal } from '@preact/signals';
import type { LoopabilityAnswer } from '../protocol';
import { ask } from './link';
import { hasError, kit, setup } from './session';

export type Loopability = 'unknown' | 'asked' | 'failed' | LoopabilityAnswer;

export const loopability = signal<Loopability>('unknown');

/** What it depends on: pieces, how they connect, how often they are drawn, how long chains may be. Seeds and sizes are not
 * among them. */
const grounds = computed(() => {
  const { kit: list, connection, generation, growth, pieces, rules, ends } = setup.value?.settings ?? {};
  const { loop_length, loop_gap } = growth ?? {};
  return JSON.stringify([
    kit.value?.art, list, connection, generation?.piece_distance, loop_length, loop_gap, pieces, rules, ends,
  ]);
});

/** What it depended on when it was asked for. */
const asked = signal('');

/** Whether it should be looked at again. It is not asked for again by itself: whoever drags a slider would wait each time. */
export const isOutOfDate = computed(() => {
  const isHeld = loopability.value === 'failed' && !hasError.value;
  return isHeld || (typeof loopability.value === 'object' && asked.value !== grounds.value);
});

export async function askLoopability(): Promise<void> {
  const now = grounds.value;
  asked.value = now;
  loopability.value = 'asked';
  const answer = hasError.value ? null : await ask({ request: 'loopability' }, 'loopability');
  if (asked.value !== now) return;
  loopability.value = answer?.answer === 'loopability' ? answer : 'failed';
}

/** Asks when someone looks, unless what is known still holds. */
export function lookAtLoopability(): void {
  const isKnown = typeof loopability.value === 'object' && !isOutOfDate.value;
  if (!isKnown && loopability.value !== 'asked') void askLoopability();
}
