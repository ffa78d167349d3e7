import { useSignalEffect } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { PlacedRow } from '../protocol';
import { drawPlan, plans } from '../state/plans';

interface Props {
  placed: PlacedRow[];
  /** How many of them grew; the others are caps. */
  grown: number;
  /** In pixels; it is shown as large as there is room. */
  width: number;
  height: number;
}

/** A map from above. What it shows is said beside it. */
export function Plan({ placed, grown, width, height }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => drawPlan(canvas.current!, placed, grown), [placed, grown, width, height]);
  // The shapes of the pieces may come after the map.
  useSignalEffect(() => {
    if (plans.value) drawPlan(canvas.current!, placed, grown);
  });
  return <canvas ref={canvas} class="plan" width={width} height={height} aria-hidden="true" />;
}
