// Undo and redo say what they take back or bring again: it may be out of sight. On the bench, they lead to the piece.

import { bench, benchFiles, openBench } from './bench';
import { nameOfFile } from './files';
import { say } from './messages';
import { splitPath } from './toml';
import * as history from './wish';
import { SEED, wish } from './wish';

/** Paths that a sentence has room for. */
const MOST = 3;

export function undo(): void {
  tell('Undone', history.undo);
}

export function redo(): void {
  tell('Done again', history.redo);
}

function tell(word: string, move: () => void): void {
  const before = wish.peek();
  move();
  const after = wish.peek();
  if (after === before) return;
  const paths = changedPaths(before, after);
  say(`${word}: ${[...paths.slice(0, MOST).map(inWords), ...rest(before, after, paths)].join(', ') || 'a change'}.`);
  const [section, id] = splitPath(paths[0] ?? '');
  const file = section === 'pieces' ? benchFiles.peek().find((other) => nameOfFile(other) === id) : undefined;
  if (bench.peek() !== null && file !== undefined) openBench(file);
}

function changedPaths(before: typeof wish.value, after: typeof wish.value): string[] {
  const valuesOf = ({ edits }: typeof wish.value) => new Map(edits.map(({ path, value }) => [path, value]));
  const [old, now] = [valuesOf(before), valuesOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])].filter((path) => old.get(path) !== now.get(path));
}

function rest(before: typeof wish.value, after: typeof wish.value, paths: string[]): string[] {
  return [
    ...(paths.length > MOST ? [`${paths.length - MOST} more`] : []),
    ...(before.preset !== after.preset ? ['the preset'] : []),
    ...(before.steps.length !== after.steps.length ? ['a step by hand'] : []),
  ];
}

/** "marks of Hall", "max pieces", "rule for #wet" */
function inWords(path: string): string {
  const [section = '', key = ''] = splitPath(path);
  if (path === SEED) return 'the seed';
  if (section === 'pieces') return `the marks of ${key}`;
  if (section === 'rules') return `the rule for ${key}`;
  if (section === 'ends') return `the ends of ${key}`;
  return key.replaceAll('_', ' ');
}
