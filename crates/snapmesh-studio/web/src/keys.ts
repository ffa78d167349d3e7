// The keys: one list for what they do and for the help that shows them.

import { BENCH_KEYS, isAtHand } from './bench-keys';
import { compare, isComparing, leaveComparing } from './state/compare';
import { dialog } from './state/dialogs';
import { folds, isSeedLocked, switchTheme, toggle } from './state/preferences';
import { frame, selected } from './state/selection';
import { generate, loopFrom, regrow, remove, rollDice, togglePin, withSelected } from './state/shape';
import { save } from './state/share';
import { step, togglePlay } from './state/timeline';
import { setCamera, toggleOverlay } from './state/view';
import { leaveWalk, pauseWalk, setWalkMode, walk } from './state/walk';
import { redo, undo } from './state/undone';

export interface Key {
  /** As `nameOf` has it; any of them. */
  keys: string[];
  does: string;
  /** Also while one types in a field, or walks. */
  isEverywhere?: boolean;
  /** Where it counts: while a piece is on the bench, or also then; else with the map alone. */
  at?: 'bench' | 'both';
  run(): void;
}

export const KEYS: { group: string; keys: Key[] }[] = [
  {
    group: 'Map',
    keys: [
      { keys: ['Enter'], does: 'Generate', run: generate },
      { keys: ['R'], does: 'New seed', run: () => isSeedLocked.value || rollDice() },
      { keys: ['K'], does: 'Pin the piece, or let it go', run: () => withSelected(togglePin) },
      { keys: ['E'], does: 'Regrow the piece', run: () => withSelected(regrow) },
      { keys: ['Delete'], does: 'Delete the piece with what hangs on it', run: () => withSelected(remove) },
      { keys: ['Ctrl+Z'], does: 'Undo', at: 'both', run: undo },
      { keys: ['Ctrl+Shift+Z', 'Ctrl+Y'], does: 'Redo', at: 'both', run: redo },
      { keys: ['Ctrl+S'], does: 'Save the kit', isEverywhere: true, at: 'both', run: () => void save() },
    ],
  },
  {
    group: 'View',
    keys: [
      { keys: ['1'], does: 'Orbit; in a walk: follow', isEverywhere: true, run: () => camera('orbit', 'follow') },
      { keys: ['2'], does: 'Fly; in a walk: eyes', isEverywhere: true, run: () => camera('fly', 'eyes') },
      { keys: ['3'], does: 'Plan; in a walk: myself', isEverywhere: true, run: () => camera('plan', 'self') },
      { keys: ['F'], does: 'Frame what is selected, or all', run: frame },
      { keys: ['C'], does: 'Connectors', run: () => toggleOverlay('connectors') },
      { keys: ['B'], does: 'Boxes', run: () => toggleOverlay('boxes') },
      { keys: ['P'], does: 'Navigation points', run: () => toggleOverlay('points') },
      { keys: ['N'], does: 'Navmesh', run: () => toggleOverlay('navmesh') },
      { keys: ['G'], does: 'Compare maps of many seeds', run: compare },
      { keys: ['Escape'], does: 'Leave the walk or the comparison, give up a loop, or deselect', isEverywhere: true, run: leave },
    ],
  },
  {
    group: 'Timeline',
    keys: [
      { keys: ['Space'], does: 'Play and pause', isEverywhere: true, run: playOrPause },
      { keys: ['[', ','], does: 'Step back', run: () => step(-1) },
      { keys: [']', '.'], does: 'Step forward', run: () => step(1) },
    ],
  },
  {
    group: 'Page',
    keys: [
      { keys: ['Alt+1'], does: 'Fold the set-up', run: () => toggle(folds.setup) },
      { keys: ['Alt+2'], does: 'Fold the numbers', run: () => toggle(folds.tiles) },
      { keys: ['Alt+3'], does: 'Fold the timeline', run: () => toggle(folds.timeline) },
      { keys: ['Alt+4'], does: 'Fold the selection', run: () => toggle(folds.selection) },
      { keys: ['T'], does: 'Light or dark', at: 'both', run: switchTheme },
      { keys: ['?'], does: 'Show these keys', at: 'both', run: () => (dialog.value = 'keys') },
    ],
  },
  BENCH_KEYS,
];

function camera(mode: 'orbit' | 'fly' | 'plan', walkMode: 'follow' | 'eyes' | 'self'): void {
  if (walk.value) setWalkMode(walkMode);
  else setCamera(mode);
}

function playOrPause(): void {
  if (walk.value) pauseWalk();
  else togglePlay();
}

function leave(): void {
  if (walk.value) leaveWalk();
  else if (isComparing.value) leaveComparing();
  else if (loopFrom.value) loopFrom.value = null;
  else selected.value = null;
}

/** What has the focus because it was clicked. Who works with the mouse means the page by Enter and Space, not this. */
let clicked: Element | null = null;

export function followKeys(): void {
  addEventListener('click', ({ detail }) => detail > 0 && (clicked = document.activeElement), true);
  addEventListener('keydown', (event) => {
    if (event.key === 'Tab') clicked = null;
    if (leavesField(event)) return;
    const name = nameOf(event);
    const key = KEYS.flatMap(({ keys }) => keys).find((key) => key.keys.includes(name) && isAtHand(key));
    if (!key || event.defaultPrevented || !isMeant(event, key)) return;
    event.preventDefault();
    // A button that was clicked before would be pressed when the key is let go.
    if (isForControls(event)) (event.target as HTMLElement).blur();
    key.run();
  });
}

/** A key as the list above names it: its letter in upper case, with what is held down beside it. */
function nameOf(event: KeyboardEvent): string {
  const digit = /^Digit(\d)$/.exec(event.code)?.[1];
  if (event.altKey) return digit ? `Alt+${digit}` : '';
  const key = event.key === ' ' ? 'Space' : event.key.length === 1 ? event.key.toUpperCase() : event.key;
  if (!isHeld(event)) return key;
  return event.shiftKey ? `Ctrl+Shift+${key}` : `Ctrl+${key}`;
}

const TYPED_IN = 'input:not([type=checkbox], [type=radio], [type=range]), textarea, select';

/** Fields with a draft give it up themselves; all others are just left. */
function leavesField(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  if (event.key !== 'Escape' || event.defaultPrevented || dialog.value || !target.matches(TYPED_IN)) return false;
  event.preventDefault();
  target.blur();
  return true;
}

/** A key belongs to what has the focus first: to a field, to a button that was reached by keys, to an open window. */
function isMeant(event: KeyboardEvent, key: Key): boolean {
  if (dialog.value || (walk.value && !key.isEverywhere)) return false;
  const target = event.target as HTMLElement;
  if (target.matches(TYPED_IN)) return isHeld(event) && (key.isEverywhere === true || target.dataset.draft === undefined);
  return !isForControls(event) || target === clicked;
}

/** Whether what has the focus is pressed or ticked with this key. */
function isForControls(event: KeyboardEvent): boolean {
  const isPress = event.key === 'Enter' || event.key === ' ';
  return isPress && (event.target as HTMLElement).matches('button, summary, a, input');
}

function isHeld(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.metaKey || event.altKey;
}
