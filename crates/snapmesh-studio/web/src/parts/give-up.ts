// Escape in a field: what was typed is given up, and the field is left, so that the next keys are for the page again.

import type { TargetedKeyboardEvent } from 'preact';

/** `text` is what stands in the field without what was typed. Whether it was given up. */
export function givesUp(event: TargetedKeyboardEvent<HTMLInputElement>, text: string): boolean {
  if (event.key !== 'Escape') return false;
  // The page leaves what is open by the same key: one thing at a time.
  event.preventDefault();
  // At once: a field that is left as it was found has nothing to hand on.
  event.currentTarget.value = text;
  event.currentTarget.blur();
  return true;
}
