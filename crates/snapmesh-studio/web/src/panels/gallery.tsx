import { Button } from '../parts/button';
import { Plan } from '../parts/plan';
import { brief, readable } from '../parts/words';
import type { Metric, SampleAnswer } from '../protocol';
import { metrics, metricX, metricY, open, pick, picked, sorted, sortedBy } from '../state/compare';
import { outcome } from '../state/search';
import { map } from '../state/session';

/** In pixels: twice as large as shown, for fine screens. */
const WIDTH = 320;
const HEIGHT = 220;

export function Gallery() {
  return (
    <ul class="gallery" aria-label="Maps">
      {sorted.value.map((sample) => (
        <Card key={sample.seed} sample={sample} />
      ))}
    </ul>
  );
}

function Card({ sample }: { sample: SampleAnswer }) {
  const { seed } = sample;
  const isOnShow = map.value?.seed === seed;
  return (
    <li class="sample" aria-current={isOnShow ? true : undefined}>
      <button type="button" class="sample-open" title={`Open the map of seed ${seed}`} onClick={() => open(seed)}>
        <SampleFace sample={sample} />
      </button>
      <Button
        label={`Put seed ${seed} side by side`}
        icon="pair"
        isBare
        class="sample-pick"
        isPressed={picked.value.includes(seed)}
        onClick={() => pick(seed)}
      />
    </li>
  );
}

/** A map in small: its plan, its seed and what it is compared by. */
export function SampleFace({ sample }: { sample: SampleAnswer }) {
  const { seed, placed, pieces, kept } = sample;
  const missed = missedBy(seed);
  return (
    <>
      <Plan placed={placed} grown={pieces} width={WIDTH} height={HEIGHT} />
      <span class="sample-head">
        <b>Seed {seed}</b>
        {!kept && <span class="sample-broken">promise not kept</span>}
      </span>
      <span class="sample-facts">
        {toldMetrics().map((place) => (
          <span key={place} title={metrics.value[place]!.help}>
            {readable(metrics.value[place]!.name)} <b>{valueIn(sample, place)}</b>
          </span>
        ))}
      </span>
      {missed && <span class="sample-missed">misses {missed.join(', ')}</span>}
    </>
  );
}

/** The two metrics that are chosen, and the one that is sorted by. */
function toldMetrics(): number[] {
  const by = metrics.value.findIndex(({ name }) => name === sortedBy.value);
  return [...new Set([by, metricX.value, metricY.value])].filter((place) => place >= 0);
}

/** Of a map that came close in the last search: the demands that it misses. */
function missedBy(seed: string): string[] | undefined {
  if (outcome.value?.answer !== 'searched' || outcome.value.found.length > 0) return undefined;
  return outcome.value.closest.find((close) => close.seed === seed)?.missed;
}

export function valueIn({ values }: SampleAnswer, place: number): string {
  const value = values[place] ?? null;
  return value === null ? '–' : inWords(value, metrics.value[place]);
}

/** Shares need more digits than metres. */
export function inWords(value: number, metric: Metric | undefined): string {
  if (metric?.whole) return brief(value, 0);
  return brief(value, Math.abs(value) < 10 ? 3 : 1);
}
