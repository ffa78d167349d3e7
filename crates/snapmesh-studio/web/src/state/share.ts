// What leaves the page: the link, the command, files and pictures; and the kit that is saved.

import type { ExportOptions, Request } from '../protocol';
import { growNow, isUpToDate } from './grow';
import { ask } from './link';
import { say, sayFailed } from './messages';
import { kit, setup } from './session';
import { dropIdleEdits, saidByKit } from './settings';
import { pictureOfView } from './view';
import { spellOut, wish } from './wish';

export type Ending = Extract<Request, { request: 'export' }>['ending'];

export async function copy(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(`${what} copied.`);
  } catch {
    say(`The browser does not let us copy. Select the text and copy it yourself.`, true);
  }
}

export async function exportMap(ending: Ending, options: ExportOptions): Promise<void> {
  const answer = await ask({ request: 'export', ending, options }, 'file');
  if (answer.answer === 'failed') return sayFailed(answer);
  download(answer.name, new Blob([answer.bytes ?? new ArrayBuffer(0)]));
}

export async function downloadPicture(): Promise<void> {
  const picture = await pictureOfView();
  if (picture) download(`${kit.value?.name || 'map'}.png`, picture);
}

function download(name: string, blob: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser reads the address when it starts to save, which may be after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Writes the wish into kit.toml. What the kit itself says from then on need not be an edit any more. */
export async function save(): Promise<void> {
  if (!setup.value?.edited && isUpToDate()) return say('There is nothing to save: the kit is as on the disk.');
  const saved = wish.value;
  const before = saidByKit(saved.edits);
  const answer = await ask({ request: 'save', wish: saved }, 'saved');
  if (answer.answer === 'failed') return sayFailed(answer);
  spellOut(before, saved.preset);
  say(kit.value?.has_file ? `Saved. The old file is now ${answer.backup}.` : 'Saved as kit.toml.');
  await growNow();
  dropIdleEdits();
}
