// Searching for maps: what is demanded, how far the search is, and what it came to.

import { computed, effect, signal } from '@preact/signals';
import type { Answer, FailedAnswer, Json, SearchedAnswer, SearchingAnswer } from '../protocol';
import { batches, grounds, metricY, metrics, origin, withSample } from './compare';
import { start, stream, type Going } from './link';
import { loadPlans } from './plans';

/** What is demanded, by name; what is not there is not demanded. */
export const demands = signal<Record<string, Json>>({});

export function demand(name: string, value: Json | undefined): void {
  const { [name]: _, ...others } = demands.value;
  demands.value = value === undefined ? others : { ...others, [name]: value };
}

/** What is typed and cannot be demanded, by name: why not. A search without it would not be the one that is asked for. */
export const demandTroubles = signal<Record<string, string>>({});

export function troubleDemand(name: string, trouble: string | null): void {
  if ((demandTroubles.peek()[name] ?? null) === trouble) return;
  const { [name]: _, ...others } = demandTroubles.peek();
  demandTroubles.value = trouble === null ? others : { ...others, [name]: trouble };
}

export type Goal = 'first' | 'best';
export const goal = signal<Goal>('first');
export const bestCount = signal(6);
/** The metric that the best are the best by; null: the usual one. */
const chosenBy = signal<string | null>(null);
export const bestBy = computed(() => chosenBy.value ?? metrics.value[metricY.value]?.name ?? '');
export const isLowest = signal(false);
export const tries = signal(1000);
export const searchFrom = signal('1');

export function chooseBy(name: string): void {
  chosenBy.value = name;
}

/** How far the search at work is; null: none is. */
export const progress = signal<SearchingAnswer | 'begun' | null>(null);
/** What the last search came to. */
export const outcome = signal<SearchedAnswer | FailedAnswer | null>(null);
export const isSearching = computed(() => progress.value !== null);

let going: Going | null = null;
/** What maps depended on when the search began. */
const askedWith = signal('');
/** Whether what was found is of other settings than those in force. */
export const isOutOfDate = computed(() => outcome.value?.answer === 'searched' && askedWith.value !== grounds.value);

export async function search(): Promise<void> {
  const best = goal.value === 'best' ? { count: bestCount.value, by: bestBy.value, lowest: isLowest.value } : null;
  progress.value = 'begun';
  askedWith.value = grounds.value;
  outcome.value = null;
  void loadPlans();
  const request = { request: 'search', demands: demands.value, best, start: searchFrom.value, tries: tries.value } as const;
  const begun = start(request, hear);
  going = begun;
  await begun.ended;
  if (begun !== going) return;
  going = null;
  progress.value = null;
  batches.search.value = { ...batches.search.value, awaited: null };
}

/** Ends the search: what it found until then is shown. */
export function cancelSearch(): void {
  if (going) void stream({ request: 'stop', of: going.id }, () => {});
}

/** A search for maps of other settings is of no use. */
export function followSearch(): void {
  effect(() => {
    if (askedWith.value !== grounds.value) cancelSearch();
  });
}

function hear(answer: Answer): void {
  switch (answer.answer) {
    case 'searching':
      progress.value = answer;
      break;
    case 'searched':
      progress.value = null;
      outcome.value = answer;
      batches.search.value = { samples: [], awaited: answer.found.length || answer.closest.length, isOld: false };
      origin.value = batches.search.value.awaited ? 'search' : 'seeds';
      break;
    case 'sample':
      batches.search.value = withSample(batches.search.value, answer);
      break;
    case 'failed':
      outcome.value = answer;
      break;
  }
}
