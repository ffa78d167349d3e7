// Settings by section and key: their value under the wish, where it comes from, how it is changed.

import type { Edit, Json, Problem, Schema } from '../protocol';
import { kit, problems, setup } from './session';
import { fromToml, joinPath, splitPath, toToml } from './toml';
import { amend, edit, editAt, wish } from './wish';

export type Origin = 'default' | 'kit' | 'preset' | 'edit';
export type Table = { [key: string]: Json };

export function schemaOf(section: string, key: string): Schema | undefined {
  return kit.value?.schema.properties?.[section]?.properties?.[key];
}

/** What the kit says with its preset, edits left aside. */
export function uneditedOf(section: string, key: string): Json | undefined {
  return setup.value?.unedited[section]?.[key];
}

/** The value in force under the wish, known at once and not only when the session has answered. */
export function valueOf(section: string, key: string): Json | undefined {
  const edited = editAt(joinPath(section, key));
  const usual = schemaOf(section, key)?.default;
  if (!edited) return uneditedOf(section, key) ?? usual;
  if (edited.value === null) return usual;
  return fromToml(edited.value) ?? setup.value?.settings[section]?.[key];
}

export function originOf(section: string, key: string): Origin {
  const path = joinPath(section, key);
  return editAt(path) ? 'edit' : (originOfKit(path) ?? 'default');
}

function originOfKit(path: string): 'kit' | 'preset' | undefined {
  const told = setup.value?.origins[path];
  return told === 'edit' ? undefined : told;
}

/** TOML of a setting's value. Whole numbers that JavaScript cannot hold come as texts and are written as numbers. */
export function settingToToml(section: string, key: string, value: Json): string {
  const isWhole = schemaOf(section, key)?.type === 'integer';
  return isWhole && typeof value === 'string' ? value : toToml(value);
}

/** What an edit to this TOML text comes to: none at all if the kit says so anyway. */
export function editTo(section: string, key: string, toml: string): string | undefined {
  const unedited = uneditedOf(section, key) ?? schemaOf(section, key)?.default;
  return unedited !== undefined && settingToToml(section, key, unedited) === toml ? undefined : toml;
}

export function setToml(section: string, key: string, toml: string): void {
  edit({ [joinPath(section, key)]: editTo(section, key, toml) });
}

/** For numbers, which are dragged and stepped through many values: changes soon after each other are one step. */
export function setNumber(section: string, key: string, digits: string): void {
  const path = joinPath(section, key);
  edit({ [path]: editTo(section, key, digits) }, path);
}

export function setValue(section: string, key: string, value: Json): void {
  setToml(section, key, settingToToml(section, key, value));
}

/** Drops the edit; if there is none, what the kit says is left out, so that the default counts. */
export function reset(section: string, key: string): void {
  const path = joinPath(section, key);
  if (originOf(section, key) === 'default') return;
  edit({ [path]: editAt(path) ? undefined : null });
}

/** Neither an edit nor the kit says anything about it any more. */
export function leaveOut(section: string, key: string): void {
  edit({ [joinPath(section, key)]: uneditedOf(section, key) === undefined ? undefined : null });
}

/** What the kit itself says where these edits say something else, as edits. */
export function saidByKit(edits: Edit[]): Edit[] {
  return edits.map(({ path }) => {
    const [section = '', key = ''] = splitPath(path);
    const value = uneditedOf(section, key);
    return { path: joinPath(section, key), value: value === undefined ? null : settingToToml(section, key, value) };
  });
}

/** Drops the edits that say what the kit says anyway. The map stays the same, so this is no step of its own to undo. */
export function dropIdleEdits(): void {
  const isIdle = ({ path, value }: Edit) => {
    const [section = '', key = ''] = splitPath(path);
    return value === null ? originOfKit(path) === undefined : editTo(section, key, value) === undefined;
  };
  amend({ ...wish.value, edits: wish.value.edits.filter((edit) => !isIdle(edit)) });
}

/** Entries of a section whose keys are the designer's own names, as `rules`: by name, under the wish. */
export function entriesOf(section: string): Record<string, Table> {
  const entries = { ...setup.value?.unedited[section] } as Record<string, Table>;
  for (const { path, value } of wish.value.edits) {
    const [first, name, ...rest] = splitPath(path);
    if (first !== section || name === undefined || rest.length > 0) continue;
    const table = value === null ? null : fromToml(value);
    if (table && typeof table === 'object' && !Array.isArray(table)) entries[name] = table;
    else delete entries[name];
  }
  return entries;
}

/** Makes this the entry. One that says nothing is taken away. */
export function setEntry(section: string, name: string, table: Table): void {
  if (Object.keys(table).length > 0) setValue(section, name, table);
  else leaveOut(section, name);
}

/** One key of an entry changed; undefined takes it out. */
export function setInEntry(section: string, name: string, key: string, value: Json | undefined): void {
  const { [key]: _, ...others } = entriesOf(section)[name] ?? {};
  setEntry(section, name, value === undefined ? others : { ...others, [key]: value });
}

export function problemsAt(section: string, key: string): Problem[] {
  const path = joinPath(section, key);
  return problems.value.filter(({ setting }) => setting === path || setting?.startsWith(`${path}.`));
}
