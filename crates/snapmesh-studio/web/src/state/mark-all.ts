// All pieces marked at once.

import { computed, signal } from '@preact/signals';
import { growNow } from './grow';
import { ask } from './link';
import { say, sayFailed } from './messages';
import { hasError, kit } from './session';
import { dropIdleEdits } from './settings';
import { wish } from './wish';

export const isMarking = signal(false);
/** What it was not sure of, a sentence each that begins with the id of the piece. */
export const doubts = signal<string[]>([]);

/** Whether this is a folder of models, with nothing yet that could be joined. */
export const isUnmarked = computed(() => kit.value?.has_file === false && kit.value.catalog.length > 0 && hasError.value);

export async function markAll(): Promise<void> {
  isMarking.value = true;
  const answer = await ask({ request: 'mark', wish: wish.value }, 'marked');
  isMarking.value = false;
  if (answer.answer === 'failed') return sayFailed(answer);
  doubts.value = answer.doubts;
  if (answer.backup === undefined) return say('No doorway was found in any mesh: mark the pieces by hand.', true);
  say(`Found ${answer.doorways} doorways of ${answer.pieces} pieces, and wrote them into kit.toml.`);
  await growNow();
  dropIdleEdits();
}
