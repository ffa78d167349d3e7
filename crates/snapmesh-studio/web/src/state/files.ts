// Files of the kit's folder, and the names and patterns that mean them.

import type { CatalogEntry, Json } from '../protocol';
import { kit, pieceAt } from './session';

export function isPattern(name: string): boolean {
  return /[*?[]/.test(name);
}

/** What finds the files that a name or pattern of the kit means, as the command does. */
function finder(pattern: string): (file: string) => boolean {
  if (!isPattern(pattern)) return (file) => file === pattern;
  const source = pattern.replace(/\*\*\/|\[!?[^\]]+\]|[\s\S]/g, (part) => {
    if (part === '**/') return '(?:.*/)?';
    if (part === '*') return '[^/]*';
    if (part === '?') return '[^/]';
    if (part.length > 1) return part.replace('[!', '[^').replaceAll('\\', '\\\\');
    return part.replace(/[.+^${}()|[\]\\]/, '\\$&');
  });
  const expression = new RegExp(`^${source}$`);
  return (file) => file === pattern || expression.test(file);
}

/** The files that a list of names and patterns means, in its order; those named twice are there twice. */
export function filesOf(list: Json | undefined): string[] {
  const patterns = namesIn(list);
  const files = kit.value?.catalog.map((entry) => entry.file) ?? [];
  return patterns.flatMap((pattern) => files.filter(finder(pattern)));
}

/** The texts of a list. */
export function namesIn(list: Json | undefined): string[] {
  return Array.isArray(list) ? list.map(String) : [];
}

export function entryOf(file: string): CatalogEntry | undefined {
  return kit.value?.catalog.find((entry) => entry.file === file);
}

/** What a file is called: as its piece, if the kit has it, else without its ending. */
export function nameOfFile(file: string): string {
  return pieceAt(entryOf(file)?.piece ?? -1)?.id ?? file.replace(/^.*\//, '').replace(/(\.gltf)?\.[^.]+$/i, '');
}
