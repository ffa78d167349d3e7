// What becomes of connectors, by their kind: the caps that close them, the doors that stand in them, whether they may stay free.
// A section of `[ends]` is named by pins and color; each key of a kind comes from the most specific section that gives it.

import { computed } from '@preact/signals';
import type { Connector, Json, KindEnds, PieceInfo } from '../protocol';
import { entryOf, filesOf, namesIn } from './files';
import { isSameColor, mayMeet } from './matrix';
import { kit, setup } from './session';
import { entriesOf, setEntry, type Table } from './settings';

export type EndKey = 'cap' | 'door';
export type Free = 'may' | 'never';

const ANY = '*';
/** Headings that are less off than this, in their vertical part, face each other. */
const LEVEL = 1e-3;

/** Sections by their names, under the wish. */
const given = computed(() => entriesOf('ends'));

export const endSections = computed(() => Object.keys(given.value));

export function sectionOf({ pins, color }: Pick<KindEnds, 'pins' | 'color'>): string {
  return `${pins} ${color}`;
}

export function kindOf(section: string): KindEnds | undefined {
  return setup.value?.ends.find((kind) => sectionOf(kind) === section);
}

/** A key of a section, or of the most specific wider one that gives it. */
interface Said {
  section: string;
  value: Json;
}

function widerThan(section: string): string[] {
  const [pins = ANY, color = ANY] = section.split(' ');
  const wider = [`${pins} ${ANY}`, `${ANY} ${color}`, `${ANY} ${ANY}`];
  return [...new Set(wider)].filter((other) => other !== section);
}

function saidBy(sections: string[], key: string): Said | null {
  for (const section of sections) {
    const value = given.value[section]?.[key];
    if (value !== undefined) return { section, value };
  }
  return null;
}

/** The names that are in force for a section, and which section gives them. */
export function namesFor(section: string, key: EndKey): { names: string[]; from: string | null } {
  const said = saidBy([section, ...widerThan(section)], key);
  const names = namesIn(said?.value);
  const isOwn = said?.section === section;
  return { names: isOwn ? names : names.filter((name) => meetsAny(section, name)), from: said?.section ?? null };
}

/** A wider section may name pieces for other kinds, too. */
function meetsAny(section: string, name: string): boolean {
  const kind = kindOf(section);
  return !kind || filesOf([name]).some((file) => canEnd(kind, file) !== false);
}

export function freeFor(section: string): { value: Free; from: string | null } {
  const said = saidBy([section, ...widerThan(section)], 'free');
  return { value: said?.value === 'never' ? 'never' : 'may', from: said?.section ?? null };
}

/** Writes a key of a section. What would hold anyway is left out. */
function write(section: string, key: EndKey | 'free', value: Json, otherwise: Json): void {
  const isIdle = JSON.stringify(value) === JSON.stringify(otherwise);
  const { cap, door, free } = { ...given.value[section], [key]: isIdle ? undefined : value } as Table;
  const table = Object.entries({ cap, door, free }).filter(([, it]) => it !== undefined);
  setEntry('ends', section, Object.fromEntries(table));
}

function setNames(section: string, key: EndKey, names: string[]): void {
  const wider = saidBy(widerThan(section), key);
  write(section, key, names, wider ? namesIn(wider.value) : []);
}

export function setFree(section: string, value: Free): void {
  write(section, 'free', value, saidBy(widerThan(section), 'free')?.value ?? 'may');
}

export function addEnd(section: string, key: EndKey, name: string): void {
  const { names } = namesFor(section, key);
  if (!names.includes(name)) setNames(section, key, [...names, name]);
}

export function removeName(section: string, key: EndKey, name: string): void {
  setNames(section, key, namesFor(section, key).names.filter((other) => other !== name));
}

/** Takes a file out. A pattern that means it, too, becomes the other files that it means. */
export function removeEnd(section: string, key: EndKey, file: string): void {
  const without = (name: string) => {
    const files = filesOf([name]);
    return files.includes(file) ? files.filter((other) => other !== file) : [name];
  };
  setNames(section, key, namesFor(section, key).names.flatMap(without));
}

export function isEndOf(section: string, key: EndKey, file: string): boolean {
  return filesOf(namesFor(section, key).names).includes(file);
}

/** Files that some section names as caps, and as doors. */
const ends = computed(() => {
  const all = (key: EndKey) => new Set(Object.values(given.value).flatMap((table) => filesOf(table[key])));
  return { cap: all('cap'), door: all('door') };
});

/** Whether a file is a cap or door, or is the one that is asked for, of any kind. */
export function isEnd(file: string, key?: EndKey): boolean {
  return (key !== 'door' && ends.value.cap.has(file)) || (key !== 'cap' && ends.value.door.has(file));
}

/** Whether a file could be a cap or door of a kind; undefined if nothing is known of it. */
export function canEnd(kind: KindEnds, file: string, unused?: PieceInfo): boolean | undefined {
  const piece = entryOf(file)?.piece ?? null;
  if (piece !== null) return kind.candidates.includes(piece);
  return unused && unused.connectors.length === 1 && meets(kind, unused.connectors[0]!);
}

/** Whether some connector of the kind may meet this one: the rules of connection, asked for a file that the kit does not use. */
function meets(kind: KindEnds, connector: Connector): boolean {
  const isFaced = ({ heading }: Connector) => Math.abs(heading[1] + connector.heading[1]) <= LEVEL;
  return mayMeet(kind, connector) && connectorsOf(kind).some(isFaced);
}

function connectorsOf({ pins, color }: KindEnds): Connector[] {
  const pieces = kit.value?.pieces.filter(({ roles }) => roles.includes('piece') || roles.includes('starter')) ?? [];
  const all = pieces.flatMap(({ connectors }) => connectors);
  return all.filter((connector) => connector.pins === pins && isSameColor(connector.color, color));
}

/** The kinds that a file could be a cap or door of. */
export function kindsFor(file: string, unused?: PieceInfo): KindEnds[] {
  return setup.value?.ends.filter((kind) => canEnd(kind, file, unused)) ?? [];
}

/** What holds for connectors of a kind on every map, in words. */
export function verdictOn({ always_closed, cap, candidates }: KindEnds): string {
  if (always_closed) return 'always closed';
  const hasCap = cap?.pieces.some((piece) => candidates.includes(piece)) ?? false;
  return hasCap ? 'closed where a cap fits' : 'stays open';
}
