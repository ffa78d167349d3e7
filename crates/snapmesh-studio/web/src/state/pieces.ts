// Which files of the kit's folder are pieces and which are starters: ticks, written as lists of files.

import { computed } from '@preact/signals';
import type { Json } from '../protocol';
import { kit } from './session';
import { editTo, uneditedOf, valueOf } from './settings';
import { toToml } from './toml';
import { edit } from './wish';

const USE_STARTERS = 'kit.use_starters';

/** What finds the files that a name or pattern of the kit means, as the command does. */
function finder(pattern: string): (file: string) => boolean {
  if (!/[*?[]/.test(pattern)) return (file) => file === pattern;
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
function filesOf(list: Json | undefined): string[] {
  const patterns = Array.isArray(list) ? list.map(String) : [];
  const files = kit.value?.catalog.map((entry) => entry.file) ?? [];
  return patterns.flatMap((pattern) => files.filter(finder(pattern)));
}

const drawn = computed(() => filesOf(valueOf('kit', 'pieces')));
const starters = computed(() => (valueOf('kit', 'use_starters') === true ? filesOf(valueOf('kit', 'starters')) : []));

/** Files that the kit draws pieces from, and those it may start with. */
export const used = computed(() => new Set(drawn.value));
export const starting = computed(() => new Set(starters.value));

/** The edit of a list in which a file is ticked or not. The order is the kit's, for chance depends on it. */
function listEdit(key: 'pieces' | 'starters', now: string[], file: string, isTicked: boolean): string | undefined {
  const original = filesOf(uneditedOf('kit', key));
  const wanted = new Set(isTicked ? [...now, file] : now.filter((other) => other !== file));
  const added = [...wanted].filter((other) => !original.includes(other));
  const files = [...original.filter((other) => wanted.has(other)), ...added];
  const isOriginal = files.join('\n') === original.join('\n');
  return isOriginal ? undefined : toToml(files);
}

export function setUsed(file: string, isTicked: boolean): void {
  edit({ 'kit.pieces': listEdit('pieces', drawn.value, file, isTicked) });
}

/** The first starter switches starters on, and without the last one they are off. */
export function setStarter(file: string, isTicked: boolean): void {
  const now = starters.value;
  const isLast = !isTicked && now.every((other) => other === file);
  const use = { [USE_STARTERS]: editTo('kit', 'use_starters', String(!isLast)) };
  edit(isLast ? use : { ...use, 'kit.starters': listEdit('starters', now, file, isTicked) });
}
