// The marks of the piece on the bench: its connectors, boxes and floor, and how they are changed.

import { computed, signal } from '@preact/signals';
import type { BoxNote, ConnectorNote, Json, Said, Vec3 } from '../protocol';
import { bench, piece, proposed, selectedMark } from './bench';
import { nameOfFile } from './files';
import { grid } from './snapping';
import { editTo, entriesOf, type Table, uneditedOf } from './settings';
import { joinPath, toToml } from './toml';
import { edit } from './wish';

const SECTION = 'pieces';
/** As near as a person would type it. */
const STEPS = 1000;
/** How near two doorways are that are one, in metres. */
const SAME = 0.3;

type MarkKey = 'connectors' | 'boxes' | 'floor';

/** What is being dragged is not yet an edit. */
export const dragged = signal<Said | null>(null);

const id = computed(() => piece.value?.info.id ?? (bench.value === null ? '' : nameOfFile(bench.value)));

/** What the section says under the wish. */
const given = computed(() => (entriesOf(SECTION)[id.value] ?? {}) as Said);

/** The marks as they are now: those of the section, and where it says nothing, those of the file. */
export const marks = computed<Said>(() => ({ ...piece.value?.said, ...given.value, ...dragged.value }));

export const connectors = computed<ConnectorNote[]>(() => marks.value.connectors ?? []);
export const boxes = computed<BoxNote[]>(() => marks.value.boxes ?? []);

/** Doorways that are proposed and that no connector stands in. */
export const openProposals = computed(() => {
  const all = proposed.value?.said.connectors ?? [];
  const isNew = (at: Vec3) => !connectors.value.some((other) => distance(other.at, at) < SAME);
  return all.map((note, index) => ({ note, index })).filter(({ note }) => isNew(note.at));
});

function distance(a: Vec3, b: Vec3): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** Whether it is the kit that says this, and not the file. */
export function isGiven(key: MarkKey): boolean {
  return given.value[key] !== undefined;
}

/** Makes this what the kit says. Undefined: the file has the say again. */
function set(key: MarkKey, value: Json | undefined, step?: string): void {
  const { [key]: _, ...others } = given.value as Table;
  const table = value === undefined ? others : { ...others, [key]: value };
  const path = joinPath(SECTION, id.value);
  const isEmpty = Object.keys(table).length === 0;
  const left = uneditedOf(SECTION, id.value) === undefined ? undefined : null;
  edit({ [path]: isEmpty ? left : editTo(SECTION, id.value, toToml(inOrder(table))) }, step && `${path} ${step}`);
}

/** Keys in the order in which the session tells them, so that what is the same reads the same. */
function inOrder(table: Table): Table {
  const keys = ['tags', 'connectors', 'boxes', 'floor'];
  return Object.fromEntries(keys.filter((key) => table[key] !== undefined).map((key) => [key, table[key]!]));
}

export function backToFile(key: MarkKey): void {
  selectedMark.value = null;
  set(key, undefined);
}

function round(x: number): number {
  return Math.round(x * STEPS) / STEPS + 0;
}

export function rounded(v: Vec3): Vec3 {
  return v.map(round) as Vec3;
}

function written({ at, heading, up, pins, color }: ConnectorNote): ConnectorNote {
  const exact = heading.map((x) => Math.round(x * 1e6) / 1e6 + 0) as Vec3;
  return { at: rounded(at), heading: exact, ...(up && { up }), pins, color };
}

export function setConnectors(all: ConnectorNote[], step?: string): void {
  set('connectors', all.map(written) as unknown as Json, step);
}

export function changeConnector(index: number, change: Partial<ConnectorNote>, step?: string): void {
  setConnectors(connectors.value.map((note, place) => (place === index ? { ...note, ...change } : note)), step);
}

/** Adds a connector, and selects it. */
export function addConnector(note: ConnectorNote): void {
  setConnectors([...connectors.value, note]);
  selectedMark.value = { kind: 'connector', index: connectors.value.length - 1 };
}

const NOWHERE: { min: Vec3; max: Vec3 } = { min: [0, 0, 0], max: [0, 0, 0] };

/** The height that most doorways of the piece have. */
export function usualLevel(): number {
  const { min, max } = piece.value?.info ?? NOWHERE;
  return connectors.value[0]?.at[1] ?? Math.max(min[1], Math.min(0, max[1]));
}

/** One at this place, out of the side of the piece that is nearest; else in the middle of the side that looks to +Z, for whoever
 * puts it elsewhere then. It is like the one that is selected. */
export function addPlainConnector(place: Vec3 | null = null): void {
  const { min, max } = piece.value?.info ?? NOWHERE;
  const at: Vec3 = place ?? [(min[0] + max[0]) / 2, usualLevel(), max[2]];
  const mark = selectedMark.value;
  const { pins, color } = (mark?.kind === 'connector' && connectors.value[mark.index]) || { pins: 1, color: 'white' };
  addConnector({ at, heading: outOf(at, min, max), pins, color });
}

/** The heading out of the nearest side. */
function outOf([x, , z]: Vec3, min: Vec3, max: Vec3): Vec3 {
  const sides: [number, Vec3][] = [
    [max[2] - z, [0, 0, 1]], [max[0] - x, [1, 0, 0]], [z - min[2], [0, 0, -1]], [x - min[0], [-1, 0, 0]],
  ];
  return sides.reduce((nearest, side) => (side[0] < nearest[0] ? side : nearest))[1];
}

export function acceptProposal(index: number): void {
  const note = proposed.value?.said.connectors?.[index];
  if (note) addConnector(note);
}

export function acceptAll(): void {
  setConnectors([...connectors.value, ...openProposals.value.map(({ note }) => note)]);
}

export function acceptBoxes(): void {
  const found = proposed.value?.said.boxes;
  if (found) setBoxes(found);
}

export function setBoxes(all: BoxNote[], step?: string): void {
  const exact = (box: BoxNote): BoxNote =>
    'min' in box ? { min: rounded(box.min), max: rounded(box.max) } : { ...box, center: rounded(box.center), half: rounded(box.half) };
  set('boxes', all.map(exact) as unknown as Json, step);
}

export function changeBox(index: number, box: BoxNote, step?: string): void {
  setBoxes(boxes.value.map((other, place) => (place === index ? box : other)), step);
}

/** A box around all that is drawn, a little smaller, as pieces without boxes have it. */
export function addBox(): void {
  const { min, max } = piece.value?.info ?? { min: [0, 0, 0], max: [1, 1, 1] };
  const inset = min.map((low, axis) => Math.min(0.05, (max[axis]! - low) / 4));
  const box = { min: min.map((x, axis) => x + inset[axis]!) as Vec3, max: max.map((x, axis) => x - inset[axis]!) as Vec3 };
  setBoxes([...boxes.value, box]);
  selectedMark.value = { kind: 'box', index: boxes.value.length - 1 };
}

/** Which face of a box: along which axis, and at which end. */
export interface Face {
  axis: 0 | 1 | 2;
  side: -1 | 1;
}

/** The box with a face moved along its normal by so many metres. The opposite face stays. */
export function pulled(box: BoxNote, { axis, side }: Face, metres: number): BoxNote {
  if ('min' in box) {
    const { min, max } = { min: [...box.min] as Vec3, max: [...box.max] as Vec3 };
    if (side > 0) max[axis] = Math.max(max[axis] + metres, min[axis]);
    else min[axis] = Math.min(min[axis] - metres, max[axis]);
    return { min, max };
  }
  const by = Math.max(metres, -2 * box.half[axis]) / 2;
  const half = [...box.half] as Vec3;
  half[axis] += by;
  const normal = axisOf(box.turn ?? 0, axis).map((x) => x * side * by);
  return { ...box, half, center: box.center.map((x, i) => x + normal[i]!) as Vec3 };
}

/** An axis of a box that is turned by degrees about +Y. */
export function axisOf(turn: number, axis: 0 | 1 | 2): Vec3 {
  const angle = (turn * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return ([[cos, 0, -sin], [0, 1, 0], [sin, 0, cos]] as Vec3[])[axis]!;
}

export function setFloor(names: string[]): void {
  set('floor', names.length > 0 ? names : undefined);
}

/** Takes away what is selected. */
export function removeSelected(): void {
  const mark = selectedMark.value;
  if (!mark) return;
  selectedMark.value = null;
  if (mark.kind === 'connector') setConnectors(connectors.value.filter((_, place) => place !== mark.index));
  if (mark.kind === 'box') setBoxes(boxes.value.filter((_, place) => place !== mark.index));
}

/** Moves what is selected by steps of the grid. */
export function nudge(steps: Vec3): void {
  const mark = selectedMark.value;
  if (!mark || mark.kind === 'proposal') return;
  const by = (v: Vec3) => v.map((x, axis) => x + steps[axis]! * grid.value) as Vec3;
  if (mark.kind === 'connector') {
    changeConnector(mark.index, { at: by(connectors.value[mark.index]!.at) }, `nudge ${mark.index}`);
    return;
  }
  const box = boxes.value[mark.index]!;
  const moved = 'min' in box ? { min: by(box.min), max: by(box.max) } : { ...box, center: by(box.center) };
  changeBox(mark.index, moved, `nudge ${mark.index}`);
}

/** Degrees about +Y of a heading, counterclockwise from above; 0 is +Z. Null: it looks up or down. */
export function degreesOf([x, , z]: Vec3): number | null {
  if (Math.hypot(x, z) < 1e-3) return null;
  const degrees = (Math.atan2(x, z) * 180) / Math.PI;
  return Math.round(((degrees + 360) % 360) * 100) / 100;
}

/** The level heading of these degrees; exact for the quarters. */
export function headingOf(degrees: number): Vec3 {
  const angle = (degrees * Math.PI) / 180;
  return [Math.sin(angle), 0, Math.cos(angle)].map((x) => Math.round(x * 1e6) / 1e6 + 0) as Vec3;
}

/** Turns the selected connector. */
export function turnSelected(degrees: number): void {
  const mark = selectedMark.value;
  if (mark?.kind !== 'connector') return;
  const now = degreesOf(connectors.value[mark.index]!.heading);
  if (now !== null) changeConnector(mark.index, { heading: headingOf(now + degrees) }, `turn ${mark.index}`);
}
