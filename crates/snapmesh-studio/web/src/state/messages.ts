// Short messages to the designer that go away by themselves.

import { signal } from '@preact/signals';
import type { FailedAnswer } from '../protocol';

export interface Message {
  text: string;
  isBad: boolean;
}

export const message = signal<Message | null>(null);

/** Long enough to read a sentence or two. */
const SHOWN_FOR = 6000;
let timer = 0;

export function say(text: string, isBad = false): void {
  message.value = { text, isBad };
  clearTimeout(timer);
  timer = window.setTimeout(() => (message.value = null), SHOWN_FOR);
}

/** Tells why a request failed. One that was lost with the connection has no problems: the bar on top tells of that. */
export function sayFailed({ problems }: FailedAnswer): void {
  const first = problems[0];
  if (first) say(first.help ? `${first.message}; ${first.help}` : first.message, true);
}
