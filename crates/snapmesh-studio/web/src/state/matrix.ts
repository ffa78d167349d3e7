// The color matrix: which color of a guide accepts which color of a tentative piece.

import type { Connector } from '../protocol';
import { kit, setup } from './session';
import { setValue, valueOf, type Table } from './settings';
import { editAt } from './wish';

const ANY = '*';

type Look = Pick<Connector, 'pins' | 'color'>;

function rowsGiven(): Table {
  const value = valueOf('connection', 'color_matrix');
  return value && typeof value === 'object' && !Array.isArray(value) ? value : {};
}

/** Colors are the same in any case. */
export function isSameColor(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** [guide][tentative] under the wish, in the order of the kit's colors. */
export function matrix(): boolean[][] {
  const colors = kit.value?.colors ?? [];
  const given = editAt('connection.color_matrix') ? rowsGiven() : {};
  return colors.map((guide, row) => {
    const key = Object.keys(given).find((color) => isSameColor(color, guide));
    const list = key === undefined ? null : given[key];
    if (!Array.isArray(list)) return colors.map((_, column) => setup.value?.matrix[row]?.[column] ?? false);
    return colors.map((tentative) => list.some((name) => name === ANY || isSameColor(String(name), tentative)));
  });
}

/** Whether a guide's color accepts that of a tentative piece, which may be of a file that the kit does not use. */
export function accepts(guide: string, tentative: string): boolean {
  const colors = kit.value?.colors ?? [];
  const place = (color: string) => colors.findIndex((known) => isSameColor(known, color));
  const [row, column] = [place(guide), place(tentative)];
  if (row >= 0 && column >= 0) return matrix()[row]![column]!;
  const list = Object.entries(rowsGiven()).find(([color]) => isSameColor(color, guide))?.[1];
  if (Array.isArray(list)) return list.some((name) => name === ANY || isSameColor(String(name), tentative));
  // Without a row, white goes with all, and every other color with itself.
  return [guide, tentative].some((color) => isSameColor(color, 'white')) || isSameColor(guide, tentative);
}

/** Whether the rules of connection let two connectors meet, as far as pins and colors go. */
export function mayMeet(guide: Look, tentative: Look): boolean {
  const rules = String(valueOf('connection', 'matching_rules'));
  const tolerance = Number(valueOf('connection', 'pin_tolerance') ?? 0);
  if (/pins|both/.test(rules) && Math.abs(guide.pins - tentative.pins) > tolerance) return false;
  return !/colors|both/.test(rules) || accepts(guide.color, tentative.color);
}

/** Clicks a field of the grid; with `symmetric`, the one across the diagonal with it. */
export function toggleColors(guide: number, tentative: number, symmetric: boolean): void {
  const rows = matrix();
  const accepts = !rows[guide]![tentative];
  const changed = symmetric ? [[guide, tentative], [tentative, guide]] : [[guide, tentative]];
  const table = { ...rowsGiven() };
  for (const [row, column] of changed) rows[row!]![column!] = accepts;
  for (const [row] of changed) writeRow(table, row!, rows[row!]!);
  setValue('connection', 'color_matrix', table);
}

/** Puts a whole row into the table, under the name it had there. Colors that no connector has stay as they are. */
function writeRow(table: Table, guide: number, accepted: boolean[]): void {
  const colors = kit.value!.colors;
  const key = Object.keys(table).find((color) => isSameColor(color, colors[guide]!)) ?? colors[guide]!;
  const old = Array.isArray(table[key]) ? (table[key] as string[]) : [];
  const strange = old.filter((name) => name !== ANY && !colors.some((color) => isSameColor(color, name)));
  table[key] = [...colors.filter((_, column) => accepted[column]), ...strange];
}
