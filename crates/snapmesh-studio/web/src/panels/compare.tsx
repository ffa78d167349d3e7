// Maps of many seeds in the middle of the page: as cards, as a scatter of two metrics, or two of them side by side.

import { Button } from '../parts/button';
import { NumberInput } from '../parts/number-input';
import { Segmented, type Choice } from '../parts/segmented';
import { Select } from '../parts/select';
import { Sentence } from '../parts/sentence';
import {
  batches, chosenMetrics, COUNT, firstSeed, isDescending, layout, leaveComparing, metrics, metricX, metricY, moveSeeds, origin, shown,
  sortedBy, type Layout, type Origin,
} from '../state/compare';
import { outcome } from '../state/search';
import { hasError, problems } from '../state/session';
import { metricChoices } from './compare-choices';
import { Gallery } from './gallery';
import { Pair } from './pair';
import { Scatter } from './scatter';

const LAYOUTS: Choice<Layout>[] = [
  { value: 'cards', label: 'Cards', title: 'A card for each map' },
  { value: 'scatter', label: 'Scatter', title: 'A dot for each map, by two metrics' },
  { value: 'pair', label: 'Side by side', title: 'Two maps beside each other' },
];

const SEED = { type: 'integer' };

export function Compare() {
  return (
    <main class="compare" aria-label="Compare">
      <header class="compare-head">
        <div class="compare-row">
          <Origins />
          <span class="spacer" />
          <Segmented label="Layout" choices={LAYOUTS} value={layout.value} onChange={(next) => (layout.value = next)} />
          <Button label="Back to the map" icon="close" isBare shortcut="Esc" onClick={leaveComparing} />
        </div>
        <div class="compare-row">
          {origin.value === 'seeds' && <Seeds />}
          <span class="spacer" />
          {layout.value === 'cards' && <Sorting />}
          {layout.value !== 'pair' && <Shown />}
        </div>
        <Progress />
      </header>
      <Body />
    </main>
  );
}

function Body() {
  if (hasError.value) {
    return (
      <p class="compare-empty">
        No map can be grown as it is. <Sentence text={problems.value[0]?.message ?? ''} />
      </p>
    );
  }
  if (shown.value.samples.length === 0) {
    const isComing = shown.value.awaited !== null;
    return <p class="compare-empty">{isComing ? 'The first maps are growing…' : 'There are no maps to compare.'}</p>;
  }
  if (layout.value === 'scatter') return <Scatter />;
  return layout.value === 'pair' ? <Pair /> : <Gallery />;
}

/** Which maps: those of seeds in a row, or those of the last search. */
function Origins() {
  const found = batches.search.value;
  const searched = outcome.value?.answer === 'searched' ? outcome.value : null;
  const isEmpty = found.samples.length === 0 && found.awaited === null;
  if (isEmpty) return <h2>Compare</h2>;
  const name = searched && searched.found.length === 0 ? 'Came close' : 'Found';
  const choices: Choice<Origin>[] = [
    { value: 'seeds', label: 'Seeds', title: 'Maps of seeds in a row' },
    { value: 'search', label: name, title: 'Maps of the last search' },
  ];
  return <Segmented label="Maps" choices={choices} value={origin.value} onChange={(next) => (origin.value = next)} />;
}

function Seeds() {
  return (
    <span class="compare-group">
      <span class="compare-label">{COUNT} from</span>
      <NumberInput
        label="First seed"
        schema={SEED}
        value={firstSeed.value ?? undefined}
        onCommit={(digits) => digits !== null && (firstSeed.value = digits)}
      />
      <Button label={`${COUNT} seeds before`} icon="back" isBare onClick={() => moveSeeds(-COUNT)} />
      <Button label={`Next ${COUNT} seeds`} icon="forward" isBare onClick={() => moveSeeds(COUNT)} />
    </span>
  );
}

function Sorting() {
  const choices = [{ value: '', label: 'Unsorted' }, ...metricChoices('By ')];
  return (
    <span class="compare-group">
      <Select label="Sort by" value={sortedBy.value ?? ''} choices={choices} onChange={(next) => (sortedBy.value = next || null)} />
      {sortedBy.value !== null && (
        <Button
          label={isDescending.value ? 'Highest first' : 'Lowest first'}
          icon={isDescending.value ? 'down' : 'up'}
          isBare
          onClick={() => (isDescending.value = !isDescending.value)}
        />
      )}
    </span>
  );
}

/** The two metrics that are told of each map. */
function Shown() {
  const choose = (axis: 'x' | 'y') => (name: string) => (chosenMetrics.value = { ...chosenMetrics.value, [axis]: name });
  const nameOf = (place: number) => metrics.value[place]?.name ?? '';
  return (
    <span class="compare-group">
      <Select label="First metric" value={nameOf(metricX.value)} choices={metricChoices()} onChange={choose('x')} />
      <Select label="Second metric" value={nameOf(metricY.value)} choices={metricChoices()} onChange={choose('y')} />
    </span>
  );
}

/** How many of the maps are there. */
function Progress() {
  const { samples, awaited, isOld } = shown.value;
  if (awaited === null) return <div class="progress" aria-hidden="true" />;
  const there = isOld ? 0 : samples.length;
  return (
    <div class="progress" role="progressbar" aria-label="Maps" aria-valuenow={there} aria-valuemin={0} aria-valuemax={awaited}>
      <span style={{ width: `${(100 * there) / awaited}%` }} />
    </div>
  );
}
