// The keys of the bench.

import type { Key } from './keys';
import { bench, closeBench, selectedMark } from './state/bench';
import { addAtPointer, benchCamera, frameBench, showsBoxes, showsFloor } from './state/bench-view';
import { nudge, removeSelected, turnSelected } from './state/marks';
import { toggle } from './state/preferences';
import { TURN_STEP } from './state/snapping';

export const BENCH_KEYS: { group: string; keys: Key[] } = {
  group: 'Piece',
  keys: [
    { keys: ['ArrowLeft'], does: 'Move what is selected by the grid: to -X', run: () => nudge([-1, 0, 0]) },
    { keys: ['ArrowRight'], does: 'To +X', run: () => nudge([1, 0, 0]) },
    { keys: ['ArrowUp'], does: 'To -Z', run: () => nudge([0, 0, -1]) },
    { keys: ['ArrowDown'], does: 'To +Z', run: () => nudge([0, 0, 1]) },
    { keys: ['PageUp'], does: 'Up', run: () => nudge([0, 1, 0]) },
    { keys: ['PageDown'], does: 'Down', run: () => nudge([0, -1, 0]) },
    { keys: ['[', ','], does: 'Turn to the left', run: () => turnSelected(TURN_STEP) },
    { keys: [']', '.'], does: 'Turn to the right', run: () => turnSelected(-TURN_STEP) },
    { keys: ['A'], does: 'Add a connector where the pointer is', run: addAtPointer },
    { keys: ['Delete', 'Backspace'], does: 'Delete what is selected', run: removeSelected },
    { keys: ['1'], does: 'Orbit', run: () => void (benchCamera.value = 'orbit') },
    { keys: ['3'], does: 'Plan', run: () => void (benchCamera.value = 'plan') },
    { keys: ['F'], does: 'Frame the piece', run: frameBench },
    { keys: ['B'], does: 'Boxes', run: () => toggle(showsBoxes) },
    { keys: ['N'], does: 'Floor', run: () => toggle(showsFloor) },
    { keys: ['Escape'], does: 'Deselect, or back to the map', run: leave },
  ].map((key) => ({ ...key, at: 'bench' as const })),
};

function leave(): void {
  if (selectedMark.value) selectedMark.value = null;
  else closeBench();
}

/** Whether a key is for what is looked at. */
export function isAtHand({ at }: Key): boolean {
  return at === 'both' || (at === 'bench') === (bench.value !== null);
}
