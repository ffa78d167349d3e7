// The address holds the wish, so that a reload or a shared link brings the same map. Its words are read in order: settings, then
// what was done by hand, then settings that changed since:
// #preset=star&set=generation.seed%3D7&do=delete.4&unset=growth.budget&do=regrow.3.99

import { effect } from '@preact/signals';
import type { Act, Edit, Settings, Step, Wish } from '../protocol';
import { change, startWith, wish } from './wish';

const NOTHING: Settings = { preset: null, edits: [] };

export function writeAddress({ steps, ...settings }: Wish): string {
  const words = new URLSearchParams();
  let said = NOTHING;
  for (const { act, ...step } of steps) {
    writeSettings(words, said, step);
    words.append('do', writeAct(act));
    said = step;
  }
  writeSettings(words, said, settings);
  return words.toString();
}

/** What is otherwise than was said before. */
function writeSettings(words: URLSearchParams, said: Settings, { preset, edits }: Settings): void {
  if (preset !== said.preset) words.append('preset', preset ?? '');
  for (const { path } of said.edits) {
    if (!edits.some((edit) => edit.path === path)) words.append('reset', path);
  }
  for (const { path, value } of edits) {
    if (said.edits.some((edit) => edit.path === path && edit.value === value)) continue;
    if (value === null) words.append('unset', path);
    else words.append('set', `${path}=${value}`);
  }
}

export function readAddress(hash: string): Wish {
  let preset: string | null = null;
  const edits = new Map<string, Edit>();
  const steps: Step[] = [];
  for (const [word, text] of new URLSearchParams(hash.replace(/^#/, ''))) {
    const edit = word === 'set' ? readSet(text) : word === 'unset' ? { path: text, value: null } : null;
    const act = word === 'do' ? readAct(text) : null;
    if (word === 'preset') preset = text || null;
    if (word === 'reset') edits.delete(text);
    if (edit) edits.set(edit.path, edit);
    if (act) steps.push({ preset, edits: [...edits.values()], act });
  }
  return { preset, edits: [...edits.values()], steps };
}

/** The path ends at the first `=` that is not within quotes. */
function readSet(text: string): Edit | null {
  const match = /^((?:[^"=]|"(?:[^"\\]|\\.)*")+)=(.*)$/s.exec(text);
  return match ? { path: match[1]!.trim(), value: match[2]!.trim() } : null;
}

function writeAct(done: Act): string {
  switch (done.act) {
    case 'pin':
    case 'unpin':
    case 'delete':
      return [done.act, done.placed].join('.');
    case 'regrow':
      return [done.act, done.placed, done.seed].join('.');
    case 'grow':
      return [done.act, done.seed].join('.');
    case 'cap':
      return [done.act, done.port.placed, done.port.connector, done.seed].join('.');
    case 'place':
      return [done.act, done.port.placed, done.port.connector, done.connector, done.seed, done.piece].join('.');
    case 'close':
      return [done.act, done.from.placed, done.from.connector, done.to.placed, done.to.connector, done.seed].join('.');
  }
}

/** What makes no sense is left out. */
function readAct(text: string): Act | null {
  const [act, ...words] = text.split('.');
  // An id may have points itself, so it comes last.
  const piece = act === 'place' ? words.splice(4).join('.') : '';
  const numbers = words.map(Number);
  if (!numbers.every(Number.isSafeInteger)) return null;
  const [a, b, c, d, e] = numbers;
  const count = numbers.length;
  if ((act === 'pin' || act === 'unpin' || act === 'delete') && count === 1) return { act, placed: a! };
  if (act === 'regrow' && count === 2) return { act, placed: a!, seed: b! };
  if (act === 'grow' && count === 1) return { act, seed: a! };
  if (act === 'cap' && count === 3) return { act, port: { placed: a!, connector: b! }, seed: c! };
  if (act === 'place' && count === 4 && piece) {
    return { act, port: { placed: a!, connector: b! }, connector: c!, seed: d!, piece };
  }
  const isClose = act === 'close' && count === 5;
  return isClose ? { act, from: { placed: a!, connector: b! }, to: { placed: c!, connector: d! }, seed: e! } : null;
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
