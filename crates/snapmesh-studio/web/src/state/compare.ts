// Comparing maps of many seeds: those of a gallery or of a search, how they are laid out, and which two are side by side.

import { computed, effect, signal, untracked } from '@preact/signals';
import type { Metric, SampleAnswer } from '../protocol';
import { growPending } from './grow';
import { connection, start, stream, type Going } from './link';
import { sayFailed } from './messages';
import { loadPlans } from './plans';
import { hasError, kit, map, setup } from './session';
import { setNumber, valueOf } from './settings';
import { view } from './view';
import { walk } from './walk';

/** Whether maps are compared, and not one is looked at. */
export const isComparing = signal(false);

/** Maps of one origin, as far as they came. */
export interface Batch {
  samples: SampleAnswer[];
  /** How many there will be; null: none are on their way. */
  awaited: number | null;
  /** Whether these are of before, and the first of the new ones is still to come. */
  isOld: boolean;
}

const NOTHING: Batch = { samples: [], awaited: null, isOld: false };

export type Origin = 'seeds' | 'search';
export const origin = signal<Origin>('seeds');
export const batches = { seeds: signal<Batch>(NOTHING), search: signal<Batch>(NOTHING) };
export const shown = computed(() => batches[origin.value].value);

export type Layout = 'cards' | 'scatter' | 'pair';
export const layout = signal<Layout>('cards');

/** How many seeds a gallery has. */
export const COUNT = 24;
/** The first seed of the gallery; null until someone looks. */
export const firstSeed = signal<string | null>(null);

/** Metrics by name; undefined: the usual one. */
export const chosenMetrics = signal<{ x?: string; y?: string }>({});
export const metrics = computed<Metric[]>(() => kit.value?.metrics ?? []);
/** The two metrics that are told on cards and are the axes of the scatter. Of usual, one that takes a walk and one that does not: the
 * last of each, which sum up a map, while counts and shares are often the same for all of them. */
export const metricX = computed(() => metricAt(chosenMetrics.value.x, ({ walks }) => !walks));
export const metricY = computed(() => metricAt(chosenMetrics.value.y, ({ walks }) => walks));

function metricAt(name: string | undefined, isUsual: (metric: Metric) => boolean): number {
  const found = metrics.value.findIndex((metric) => metric.name === name);
  return found >= 0 ? found : metrics.value.findLastIndex(isUsual);
}

/** What the cards are sorted by: a metric's name; null: as they come. */
export const sortedBy = signal<string | null>(null);
export const isDescending = signal(true);

/** Of equal ones, the one that came first is first; what is not known is last. */
export const sorted = computed<SampleAnswer[]>(() => {
  const by = metrics.value.findIndex(({ name }) => name === sortedBy.value);
  if (by < 0) return shown.value.samples;
  const sign = isDescending.value ? -1 : 1;
  const key = ({ values }: SampleAnswer) => (values[by] === null ? Infinity : sign * values[by]!);
  return shown.value.samples.toSorted((a, b) => key(a) - key(b) || 0);
});

/** Seeds that were picked to be side by side: the newest two. */
export const picked = signal<string[]>([]);

export function pick(seed: string): void {
  const others = picked.value.filter((other) => other !== seed);
  picked.value = others.length < picked.value.length ? others : [...others, seed].slice(-2);
}

/** The two maps that are side by side: those that were picked, else the first ones. */
export const pair = computed<SampleAnswer[]>(() => {
  const chosen = picked.value.flatMap((seed) => shown.value.samples.find((sample) => sample.seed === seed) ?? []);
  const others = sorted.value.filter((sample) => !chosen.includes(sample));
  return [...chosen, ...others].slice(0, 2);
});

/** Puts another map on one side. If it is on the other side, they change places. */
export function putAside(side: 0 | 1, seed: string): void {
  const seeds = pair.value.map((sample) => sample.seed);
  if (seeds[1 - side] === seed) seeds[1 - side] = seeds[side]!;
  seeds[side] = seed;
  picked.value = seeds;
}

/** What maps depend on besides their seeds; empty if there can be none. */
export const grounds = computed(() => {
  const { generation, ...others } = setup.value?.settings ?? {};
  const { seed: _, ...how } = generation ?? {};
  return hasError.value ? '' : JSON.stringify([kit.value?.art, how, others]);
});

let going: Going | null = null;
/** What the gallery was asked for with. */
let asked = '';

/** Asks for a gallery. The maps that are there stay until the first of the new ones comes. */
async function askGallery(): Promise<void> {
  if (going) void stream({ request: 'stop', of: going.id }, () => {});
  const { seeds } = batches;
  seeds.value = { ...seeds.value, awaited: COUNT, isOld: true };
  const begun = start({ request: 'gallery', start: firstSeed.value!, count: COUNT }, (answer) => {
    if (begun !== going) return;
    if (answer.answer === 'sample') seeds.value = withSample(seeds.value, answer);
    else if (answer.answer === 'failed') sayFailed(answer);
  });
  going = begun;
  await begun.ended;
  if (begun !== going) return;
  going = null;
  seeds.value = { ...seeds.value, awaited: null };
  // A connection that was lost took the rest with it.
  if (connection.value !== 'open') asked = '';
}

/** One more map; the first takes the place of those of before. */
export function withSample({ samples, awaited, isOld }: Batch, sample: SampleAnswer): Batch {
  return { samples: isOld ? [sample] : [...samples, sample], awaited, isOld: false };
}

/** Goes on with the seeds after those that are shown, or back to those before them. */
export function moveSeeds(by: number): void {
  const next = BigInt(firstSeed.value ?? '0') + BigInt(by);
  firstSeed.value = String(BigInt.asIntN(64, next));
}

/** The gallery follows the settings, while someone looks. */
export function followComparing(): void {
  effect(() => {
    const now = `${firstSeed.value} ${grounds.value}`;
    const isWanted = isComparing.value && connection.value === 'open' && firstSeed.value !== null && grounds.value !== '';
    if (!isWanted || now === asked) return;
    asked = now;
    untracked(() => {
      void loadPlans();
      void askGallery();
    });
  });
  effect(() => {
    if (walk.value) isComparing.value = false;
  });
  effect(frameOpened);
}

export function compare(): void {
  isComparing.value = !isComparing.value;
  firstSeed.value ??= String(valueOf('generation', 'seed') ?? '1');
}

export function leaveComparing(): void {
  isComparing.value = false;
}

/** The seed of a map that is to be framed when it is there. */
let opening: string | null = null;

/** Makes a map the one that is looked at. */
export function open(seed: string): void {
  opening = seed;
  setNumber('generation', 'seed', seed);
  growPending();
  isComparing.value = false;
  frameOpened();
}

function frameOpened(): void {
  if (map.value?.seed !== opening) return;
  opening = null;
  // When the view has taken it in, and is as large as it was.
  requestAnimationFrame(() => view.value?.frame(null));
}
