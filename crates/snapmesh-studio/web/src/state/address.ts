// The address holds the wish, so that a reload or a shared link brings the same map:
// #preset=star&set=generation.seed%3D7&unset=growth.budget

import { effect } from '@preact/signals';
import type { Edit, Wish } from '../protocol';
import { change, startWith, wish } from './wish';

export function writeAddress({ preset, edits }: Wish): string {
  const words = new URLSearchParams();
  if (preset !== null) words.append('preset', preset);
  for (const { path, value } of edits) {
    if (value === null) words.append('unset', path);
    else words.append('set', `${path}=${value}`);
  }
  return words.toString();
}

export function readAddress(hash: string): Wish {
  const words = new URLSearchParams(hash.replace(/^#/, ''));
  const edits = new Map<string, Edit>();
  for (const [word, text] of words) {
    const edit = word === 'set' ? readSet(text) : word === 'unset' ? { path: text, value: null } : null;
    if (edit) edits.set(edit.path, edit);
  }
  return { preset: words.get('preset'), edits: [...edits.values()] };
}

/** The path ends at the first `=` that is not within quotes. */
function readSet(text: string): Edit | null {
  const match = /^((?:[^"=]|"(?:[^"\\]|\\.)*")+)=(.*)$/s.exec(text);
  return match ? { path: match[1]!.trim(), value: match[2]!.trim() } : null;
}

/** Takes the wish from the address, and keeps the two in step from then on. */
export function followAddress(): void {
  startWith(readAddress(location.hash));
  effect(() => {
    const hash = writeAddress(wish.value);
    history.replaceState(null, '', hash ? `#${hash}` : location.pathname);
  });
  addEventListener('hashchange', () => change(readAddress(location.hash)));
}
