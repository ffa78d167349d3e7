import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { theme } from '../state/preferences';
import { lastPosition, pieceCounts, position, replay } from '../state/timeline';

/** How many pieces there were after each event, drawn behind the slider: pieces taken back are seen as drops, and where loops
 * were closed there are lines. */
export function GrowthCurve() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = useSignal(0);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => (width.value = entry!.contentRect.width));
    observer.observe(canvas.current!);
    return () => observer.disconnect();
  }, []);
  useSignalEffect(() => {
    // What it looks like depends on these, too.
    void [theme(), width.value];
    const last = Math.max(1, lastPosition.value);
    const loops = replay.value?.linkEvents().map((event) => (event + 1) / last) ?? [];
    if (canvas.current) draw(canvas.current, pieceCounts.value, position.value / last, loops);
  });
  return (
    <div class="curve-space">
      <canvas ref={canvas} class="curve" aria-hidden="true" />
    </div>
  );
}

function draw(canvas: HTMLCanvasElement, counts: Int32Array, share: number, loops: number[]): void {
  const { clientWidth: width, clientHeight: height } = canvas;
  const pen = canvas.getContext('2d');
  if (!pen || width === 0) return;
  canvas.width = width;
  canvas.height = height;
  const style = getComputedStyle(canvas);
  drawArea(pen, counts, style.getPropertyValue('--curve-ahead'));
  pen.save();
  pen.beginPath();
  pen.rect(0, 0, width * share, height);
  pen.clip();
  drawArea(pen, counts, style.getPropertyValue('--curve-done'));
  pen.restore();
  pen.fillStyle = style.getPropertyValue('--loop');
  for (const loop of loops) pen.fillRect(Math.round(loop * width) - 1, 0, 2, height);
}

/** A column for each pixel, as high as there are pieces then. */
function drawArea(pen: CanvasRenderingContext2D, counts: Int32Array, color: string): void {
  const { width, height } = pen.canvas;
  const most = counts.reduce((a, b) => Math.max(a, b), 1);
  pen.fillStyle = color;
  for (let x = 0; x < width; x += 1) {
    const count = counts[Math.floor((x / width) * counts.length)] ?? 0;
    const filled = (count / most) * (height - 2);
    pen.fillRect(x, height - filled, 1, filled);
  }
}
