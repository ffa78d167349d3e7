// The 3D view in the middle, and what it is told to show.

import { computed, effect, signal, untracked } from '@preact/signals';
import { createView, type CameraMode, type ColorBy, type View, type ViewEvents, type ViewOptions } from '../view';
import type { KitAnswer } from '../protocol';
import { ask } from './link';
import { say } from './messages';
import { theme } from './preferences';
import { growing, kit, map, walked } from './session';
import { isAtEnd, shownDoors, shownGrown, shownLinks, shownRows } from './timeline';
import { wish } from './wish';

export const view = signal<View | null>(null);
/** Counts the looks that the view took on: pictures made for an older one are out of date. */
export const artVersion = signal(0);

type Chosen = Omit<ViewOptions, 'theme'>;

export const options = signal<Chosen>({
  camera: 'orbit',
  color: 'material',
  connectors: false,
  boxes: false,
  points: false,
  navmesh: false,
  shadows: true,
  caps: true,
  doors: true,
  cut: null,
});

export const COLORS: { value: ColorBy; label: string; help: string }[] = [
  { value: 'material', label: 'Material', help: 'as the pieces are made' },
  { value: 'order', label: 'Order', help: 'from the first piece placed to the last' },
  { value: 'piece', label: 'Piece', help: 'a color for each piece of the kit' },
  { value: 'region', label: 'Region', help: 'the parts that can be walked without leaving them' },
  { value: 'depth', label: 'Depth', help: 'joints from the starting piece' },
];

export function setOption(changed: Partial<Chosen>): void {
  options.value = { ...options.value, ...changed };
}

/** Metres above the floor of each piece: below most ceilings, above most of what stands in a room. */
export const USUAL_CUT = 2;
/** In metres: most of what is higher has a ceiling. */
const CEILING = 3;
/** Whether it was the plan that cut, and not the designer. */
let isCutByPlan = false;

/** A plan of rooms with ceilings cuts them, as an architect's does: it would show roofs. With another camera they are back. */
export function setCamera(camera: CameraMode): void {
  const { cut } = options.value;
  if (camera === 'plan' && cut === null && hasCeilings()) {
    setOption({ camera, cut: USUAL_CUT });
    isCutByPlan = true;
  } else if (camera !== 'plan' && isCutByPlan) {
    setOption({ camera, cut: null });
    isCutByPlan = false;
  } else {
    setOption({ camera });
  }
}

/** Whether most pieces of the kit have a ceiling, as far as their height tells. */
function hasCeilings(): boolean {
  const drawn = kit.value?.pieces.filter(({ roles }) => roles.includes('piece')) ?? [];
  return drawn.filter(({ min, max }) => max[1] - min[1] > CEILING).length > drawn.length / 2;
}

/** Cuts at this height, or nothing. */
export function setCut(cut: number | null): void {
  isCutByPlan = false;
  setOption({ cut });
}

export type Overlay = 'connectors' | 'boxes' | 'points' | 'navmesh' | 'shadows' | 'caps' | 'doors';

export function toggleOverlay(name: Overlay): void {
  setOption({ [name]: !options.value[name] });
}

/** While a look is loaded, numbers of pieces mean another kit's pieces to the view. */
export const isLoadingArt = signal(false);
/** The number that the session gave to the art which was asked for last. */
let askedFor = 0;
let newestArt = 0;

export function forgetArt(): void {
  askedFor = 0;
}

/** Fetches what the kit's pieces look like and hands it to the view, if it is not there yet. */
export async function loadArt({ art, pieces }: KitAnswer): Promise<void> {
  if (art === askedFor) return;
  askedFor = art;
  const turn = ++newestArt;
  isLoadingArt.value = true;
  const answer = await ask({ request: 'art', file: null }, 'art');
  if (turn !== newestArt) return;
  if (answer.answer === 'art' && answer.bytes) {
    const taken = view.value?.setKit(pieces, answer.bytes, answer.pieces);
    await taken?.catch(() => say('The pieces cannot be drawn: the browser does not understand what they are made of.', true));
  }
  if (turn !== newestArt) return;
  artVersion.value += 1;
  isLoadingArt.value = false;
}

/** Why there is no view, in a sentence; null if there is one. */
export const viewTrouble = signal<string | null>(null);

function tryToMake(canvas: HTMLCanvasElement, events: ViewEvents): View | null {
  try {
    return createView(canvas, events);
  } catch (error) {
    viewTrouble.value = error instanceof Error ? error.message : String(error);
    return null;
  }
}

let shownOn: HTMLCanvasElement | null = null;

/** Pixels of a picture that is taken while the view is hidden. */
const HIDDEN_SIZE = [1600, 1000] as const;

/** The view as it is now, as large as it is on the screen; undefined if there is none. */
export async function pictureOfView(): Promise<Blob | undefined> {
  if (!shownOn) return undefined;
  const [width, height] = shownOn.clientWidth > 0 ? [shownOn.width, shownOn.height] : HIDDEN_SIZE;
  return view.value?.picture(width, height);
}

/** Makes the view, and tells it of every change from then on. */
export function openView(canvas: HTMLCanvasElement, events: ViewEvents): () => void {
  const made = tryToMake(canvas, events);
  if (!made) return () => {};
  view.value = made;
  shownOn = canvas;
  const stops = [
    followOptions(made),
    effect(() => showRows(made)),
    effect(() => showDoors(made)),
    effect(() => showWalked(made)),
    effect(() => showNavmesh(made)),
  ];
  return () => {
    for (const stop of stops) stop();
    view.value = null;
    made.dispose();
  };
}

/** Tells what changed and nothing else: a camera that is set again would move. */
function followOptions(made: View): () => void {
  let told: Partial<ViewOptions> = {};
  return effect(() => {
    const now: ViewOptions = { ...options.value, theme: theme() };
    const changed = Object.entries(now).filter(([name, value]) => told[name as keyof ViewOptions] !== value);
    made.setOptions(Object.fromEntries(changed));
    told = now;
  });
}

let framed = '';

/** The camera goes to the first map of a kit and of a preset by itself, and stays where the designer put it otherwise. */
function showRows(made: View): void {
  if (isLoadingArt.value) return;
  made.setPlaced(shownRows.value, shownGrown.value, shownLinks.value);
  made.setPins(isAtEnd.value ? (map.value?.pins ?? []) : []);
  const subject = `${kit.value?.folder} ${wish.peek().preset}`;
  if (growing.value || !map.value || subject === framed) return;
  framed = subject;
  made.frame(null);
}

function showDoors(made: View): void {
  if (!isLoadingArt.value) made.setDoors(shownDoors.value);
}

/** Points and regions are those of the whole map, so they are hidden while only a part of it is shown. */
function showWalked(made: View): void {
  const known = isAtEnd.value ? walked.value : null;
  made.setWalked(known?.scatter ?? null, known?.regionOf ?? null);
}

const isNavmeshWanted = computed(() => options.value.navmesh);

function showNavmesh(made: View): void {
  made.setNavmesh(null, null);
  if (isNavmeshWanted.value && walked.value && isAtEnd.value) void untracked(() => fetchNavmesh(made));
}

async function fetchNavmesh(made: View): Promise<void> {
  const asked = map.value;
  const answer = await ask({ request: 'navmesh' }, 'navmesh');
  if (answer.answer === 'failed' || !answer.bytes || map.value !== asked || !isNavmeshWanted.value) return;
  const { bytes, corners, triangles } = answer;
  made.setNavmesh(new Float32Array(bytes, 0, corners * 3), new Uint32Array(bytes, corners * 12, triangles * 4));
}
