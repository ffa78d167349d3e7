// The maps as dots, by two metrics.

import { signal } from '@preact/signals';
import { readable } from '../parts/words';
import type { SampleAnswer } from '../protocol';
import { metrics, metricX, metricY, open, shown } from '../state/compare';
import { map } from '../state/session';
import { inWords, SampleFace, valueIn } from './gallery';

/** The map that the pointer or the focus is on. */
const pointed = signal<SampleAnswer | null>(null);

/** From the lowest value to the highest, with some room at both ends. */
interface Axis {
  place: number;
  low: number;
  high: number;
  ticks: number[];
}

export function Scatter() {
  const [x, y] = [axisOf(metricX.value), axisOf(metricY.value)];
  const known = shown.value.samples.filter(({ values }) => [x, y].every(({ place }) => values[place] !== null));
  const [nameX, nameY] = [x, y].map(({ place }) => readable(metrics.value[place]?.name ?? ''));
  return (
    <section class="scatter" aria-label={`${nameY} over ${nameX}`}>
      <span class="scatter-name of-y" title={metrics.value[y.place]?.help}>
        {nameY}
      </span>
      <div class="plot">
        {y.ticks.map((tick) => (
          <span key={`y${tick}`} class="tick-line of-y" style={{ bottom: percent(tick, y) }}>
            <span>{inWords(tick, metrics.value[y.place])}</span>
          </span>
        ))}
        {x.ticks.map((tick) => (
          <span key={`x${tick}`} class="tick-line of-x" style={{ left: percent(tick, x) }}>
            <span>{inWords(tick, metrics.value[x.place])}</span>
          </span>
        ))}
        {known.map((sample) => (
          <Dot key={sample.seed} sample={sample} x={x} y={y} />
        ))}
      </div>
      <span class="scatter-name of-x" title={metrics.value[x.place]?.help}>
        {nameX}
      </span>
      <aside class="scatter-pointed" aria-hidden="true">
        {pointed.value && known.includes(pointed.value) ? (
          <SampleFace sample={pointed.value} />
        ) : (
          <p class="empty">Point at a dot to see its map, click it to open it.</p>
        )}
      </aside>
    </section>
  );
}

function Dot({ sample, x, y }: { sample: SampleAnswer; x: Axis; y: Axis }) {
  const said = [x, y].map(({ place }) => `${readable(metrics.value[place]!.name)} ${valueIn(sample, place)}`);
  const show = () => (pointed.value = sample);
  return (
    <button
      type="button"
      class="scatter-dot"
      aria-label={`Seed ${sample.seed}: ${said.join(', ')}`}
      aria-current={map.value?.seed === sample.seed ? true : undefined}
      style={{ left: percent(sample.values[x.place]!, x), bottom: percent(sample.values[y.place]!, y) }}
      onMouseEnter={show}
      onFocus={show}
      onClick={() => open(sample.seed)}
    />
  );
}

function percent(value: number, { low, high }: Axis): string {
  return `${(100 * (value - low)) / (high - low)}%`;
}

const TICKS = 5;

function axisOf(place: number): Axis {
  const values = shown.value.samples.flatMap(({ values }) => values[place] ?? []);
  const [least, most] = values.length > 0 ? [Math.min(...values), Math.max(...values)] : [0, 1];
  // Maps that are all the same lie in the middle.
  const room = (most - least) * 0.08 || Math.max(Math.abs(most) * 0.05, 0.5);
  const [low, high] = [least - room, most + room];
  const step = roundStep((high - low) / TICKS, metrics.value[place]?.whole ?? false);
  const first = Math.ceil(low / step);
  const count = Math.floor(high / step) - first + 1;
  return { place, low, high, ticks: Array.from({ length: Math.max(count, 0) }, (_, index) => (first + index) * step) };
}

/** A step of 1, 2 or 5 times a power of ten; of whole numbers, a whole one. */
function roundStep(least: number, isWhole: boolean): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const step = power * ([1, 2, 5].find((times) => times * power >= least) ?? 10);
  return isWhole ? Math.max(1, Math.round(step)) : step;
}
