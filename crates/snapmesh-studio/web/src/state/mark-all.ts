// All pieces marked at once.

import { signal } from '@preact/signals';
import { growNow } from './grow';
import { ask } from './link';
import { say, sayFailed } from './messages';
import { dropIdleEdits } from './settings';
import { wish } from './wish';

export const isMarking = signal(false);

export async function markAll(): Promise<void> {
  isMarking.value = true;
  const answer = await ask({ request: 'mark', wish: wish.value }, 'marked');
  isMarking.value = false;
  if (answer.answer === 'failed') return sayFailed(answer);
  if (answer.backup === undefined) return say('No doorway was found in any mesh: mark the pieces by hand.', true);
  say(`Found ${answer.doorways} doorways of ${answer.pieces} pieces, and wrote them into kit.toml.`);
  await growNow();
  dropIdleEdits();
}
