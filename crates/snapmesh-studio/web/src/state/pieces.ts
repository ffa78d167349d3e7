// Which files of the kit's folder are drawn as pieces and which are starters: ticks, written as lists of files.

import { computed } from '@preact/signals';
import type { Json } from '../protocol';
import { isEnd } from './ends';
import { filesOf, isPattern, namesIn } from './files';
import { editTo, uneditedOf, valueOf } from './settings';
import { toToml } from './toml';
import { edit } from './wish';

const USE_STARTERS = 'kit.use_starters';

/** The files of `pieces` or `starters`. A cap or door is among them only if it is listed by its full name. */
function listed(list: Json | undefined): string[] {
  return namesIn(list).flatMap((name) => filesOf([name]).filter((file) => !isPattern(name) || !isEnd(file)));
}

const drawn = computed(() => listed(valueOf('kit', 'pieces')));
const starters = computed(() => (valueOf('kit', 'use_starters') === true ? listed(valueOf('kit', 'starters')) : []));

/** Files that the kit draws pieces from, and those it may start with. */
export const used = computed(() => new Set(drawn.value));
export const starting = computed(() => new Set(starters.value));

/** The edit of a list in which a file is ticked or not. The order is the kit's, for chance depends on it. */
function listEdit(key: 'pieces' | 'starters', now: string[], file: string, isTicked: boolean): string | undefined {
  const original = listed(uneditedOf('kit', key));
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
