// Which window is open over the page.

import { signal } from '@preact/signals';

export const dialog = signal<'keys' | 'share' | null>(null);

export function closeDialog(): void {
  dialog.value = null;
}
