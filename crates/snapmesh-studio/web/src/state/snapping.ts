// What marks snap to when they are dragged.

import { signal } from '@preact/signals';

/** The grid, in metres. */
export const grid = signal(0.25);
export const snapsToGrid = signal(true);
/** To corners, edges and middles of edges of the mesh. */
export const snapsToMesh = signal(true);
/** Headings, in degrees. */
export const TURN_STEP = 15;
export const snapsTurns = signal(true);

export function toGrid(x: number): number {
  return snapsToGrid.value && grid.value > 0 ? Math.round(x / grid.value) * grid.value : x;
}

export function toTurn(degrees: number): number {
  return snapsTurns.value ? Math.round(degrees / TURN_STEP) * TURN_STEP : degrees;
}
