import type { Schema } from '../protocol';

interface Props {
  label: string;
  schema: Schema;
  value: number | string | undefined;
  /** Called while it is dragged. */
  onMove(digits: string): void;
}

/** A maximum up to this is where the slider ends; larger ones are beyond what anybody drags to. */
const LARGEST_SCALE = 1000;
/** Then it ends at so many times what is usual. */
const TIMES_USUAL = 4;
/** Below this, in metres or whatever it is, dragging is no way to set a number. */
const SMALLEST_USUAL = 0.1;

/** A quick way to a number. Not for those without a usual value, such as seeds: they have no scale. */
export function Slider({ label, schema, value, onMove }: Props) {
  const scale = scaleOf(schema);
  if (!scale) return null;
  return (
    <input
      type="range"
      class="slider"
      aria-label={label}
      {...scale}
      value={value ?? String(schema.default)}
      onInput={(event) => onMove(event.currentTarget.value)}
    />
  );
}

function scaleOf({ type, minimum, maximum, exclusiveMinimum, default: usual }: Schema) {
  if (typeof usual !== 'number') return null;
  const isWhole = type === 'integer';
  const min = minimum ?? exclusiveMinimum;
  if (min === undefined || (!isWhole && usual < SMALLEST_USUAL)) return null;
  const max = maximum !== undefined && maximum <= LARGEST_SCALE ? maximum : Math.max(usual * TIMES_USUAL, isWhole ? 10 : 1);
  const step = isWhole ? 1 : max > 10 ? 1 : 0.05;
  return { min: minimum === undefined ? step : min, max, step };
}
