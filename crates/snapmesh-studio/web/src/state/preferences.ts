// What a designer prefers, whatever the kit: kept in the browser, if it keeps things.

import { effect, signal, type Signal } from '@preact/signals';

const PREFIX = 'snapmesh-studio.';

function kept<T>(name: string, otherwise: T): Signal<T> {
  const preference = signal<T>(load(name, otherwise));
  effect(() => store(name, preference.value));
  return preference;
}

/** A browser may refuse to keep anything, or hold what an older page wrote. */
function load<T>(name: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

function store(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Then it holds until the page is closed.
  }
}

export type Theme = 'light' | 'dark';

const systemIsDark = matchMedia('(prefers-color-scheme: dark)');
const systemTheme = signal<Theme>(systemIsDark.matches ? 'dark' : 'light');
systemIsDark.addEventListener('change', () => (systemTheme.value = systemIsDark.matches ? 'dark' : 'light'));

const chosenTheme = kept<Theme | null>('theme', null);

export function theme(): Theme {
  return chosenTheme.value ?? systemTheme.value;
}

export function switchTheme(): void {
  chosenTheme.value = theme() === 'dark' ? 'light' : 'dark';
}

/** The parts of the page that can be folded away: true is folded. */
export const folds = {
  setup: kept('fold.setup', false),
  selection: kept('fold.selection', false),
  timeline: kept('fold.timeline', false),
  tiles: kept('fold.tiles', false),
};

export type Foldable = keyof typeof folds;

export function toggle(preference: Signal<boolean>): void {
  preference.value = !preference.value;
}

/** Whether a change grows the map at once. */
export const isLive = kept<boolean>('live', true);
export const isSeedLocked = kept('seed-locked', false);
export const wasWelcomed = kept('welcomed', false);
