// Two maps side by side: drawn from the same side and at the same scale, with all that they are compared by.

import { signal, useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { Button } from '../parts/button';
import { Plan } from '../parts/plan';
import { Segmented, type Choice } from '../parts/segmented';
import { Select } from '../parts/select';
import { readable } from '../parts/words';
import type { SampleAnswer } from '../protocol';
import { metrics, open, pair, putAside, shown } from '../state/compare';
import { theme } from '../state/preferences';
import { artVersion, view } from '../state/view';
import type { Look } from '../view';
import { inWords, valueIn } from './gallery';

type Drawing = '3d' | 'plan';
const drawing = signal<Drawing>('3d');

const DRAWINGS: Choice<Drawing>[] = [
  { value: '3d', label: '3D', title: 'Drag to turn both' },
  { value: 'plan', label: 'Plan', title: 'From straight above' },
];

const SIDES = ['Left map', 'Right map'] as const;
const USUAL_LOOK: Look = { turn: 0.65, tilt: 0.75, zoom: 1 };
const look = signal<Look>(USUAL_LOOK);

export function Pair() {
  const both = pair.value;
  if (both.length < 2) return <p class="compare-empty">Two maps are needed to put them side by side.</p>;
  const canBe3d = view.value !== null;
  return (
    <section class="pair" aria-label="Side by side">
      <div class="pair-maps">
        {canBe3d && drawing.value === '3d' ? <Views both={both} /> : both.map((sample) => <BigPlan key={sample.seed} sample={sample} />)}
      </div>
      <div class="pair-heads">
        {both.map((sample, side) => (
          <div class="pair-head" key={SIDES[side]}>
            <Select
              label={SIDES[side]!}
              value={sample.seed}
              choices={shown.value.samples.map(({ seed }) => ({ value: seed, label: `Seed ${seed}` }))}
              onChange={(seed) => putAside(side as 0 | 1, seed)}
            />
            <Button label="Open" title={`Open the map of seed ${sample.seed}`} onClick={() => open(sample.seed)} />
          </div>
        ))}
        {canBe3d && <Segmented label="Drawn as" choices={DRAWINGS} value={drawing.value} onChange={(next) => (drawing.value = next)} />}
      </div>
      <Table both={both} />
    </section>
  );
}

function BigPlan({ sample: { placed, pieces } }: { sample: SampleAnswer }) {
  return (
    <div class="pair-map">
      <Plan placed={placed} grown={pieces} width={960} height={720} />
    </div>
  );
}

/** Radians for a pixel that is dragged. */
const TURN = 0.008;
/** Radians for a press of an arrow key. */
const STEP = 0.15;

/** Two canvases that are turned and zoomed together. */
function Views({ both }: { both: SampleAnswer[] }) {
  const canvases = [useRef<HTMLCanvasElement>(null), useRef<HTMLCanvasElement>(null)];
  useSignalEffect(() => {
    void [theme(), artVersion.value];
    const maps = pair.value.map((map, side) => ({ map, canvas: canvases[side]!.current! }));
    const { value } = look;
    const drawn = view.value;
    const frame = requestAnimationFrame(() => {
      for (const { canvas } of maps) fitToScreen(canvas);
      drawn?.drawBeside(maps, value);
    });
    return () => cancelAnimationFrame(frame);
  });
  return both.map((sample, side) => (
    <div class="pair-map" key={SIDES[side]}>
      <canvas
        ref={canvases[side]}
        tabIndex={0}
        role="img"
        aria-label={`3D view of seed ${sample.seed}`}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={({ buttons, movementX, movementY }) => buttons > 0 && turnBy(-movementX * TURN, movementY * TURN)}
        onWheel={({ deltaY }) => zoomBy(Math.exp(-deltaY / 600))}
        onKeyDown={turnByKey}
      />
    </div>
  ));
}

function turnByKey(event: KeyboardEvent): void {
  const by = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, STEP], ArrowDown: [0, -STEP] }[event.key];
  if (by) turnBy(by[0]!, by[1]!);
  else if (event.key === '+') zoomBy(1.2);
  else if (event.key === '-') zoomBy(1 / 1.2);
  else return;
  event.preventDefault();
}

function turnBy(turn: number, tilt: number): void {
  const { value } = look;
  look.value = { ...value, turn: value.turn + turn, tilt: Math.min(Math.max(value.tilt + tilt, 0.1), 1.5) };
}

function zoomBy(factor: number): void {
  look.value = { ...look.value, zoom: Math.min(Math.max(look.value.zoom * factor, 0.5), 12) };
}

/** A canvas has as many pixels as it is shown with. */
function fitToScreen(canvas: HTMLCanvasElement): void {
  const width = Math.max(Math.round(canvas.clientWidth * devicePixelRatio), 1);
  const height = Math.max(Math.round(canvas.clientHeight * devicePixelRatio), 1);
  if (canvas.width === width && canvas.height === height) return;
  canvas.width = width;
  canvas.height = height;
}

function Table({ both }: { both: SampleAnswer[] }) {
  return (
    <div class="pair-table">
      <table>
        <thead>
          <tr>
            <th scope="col">Metric</th>
            {both.map(({ seed }) => (
              <th key={seed} scope="col">
                Seed {seed}
              </th>
            ))}
            <th scope="col">Difference</th>
          </tr>
        </thead>
        <tbody>
          {metrics.value.map((metric, place) => (
            <tr key={metric.name} title={metric.help}>
              <th scope="row">{readable(metric.name)}</th>
              {both.map((sample) => (
                <td key={sample.seed}>{valueIn(sample, place)}</td>
              ))}
              <td>{differenceIn(both, place)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** How much more the right one has; nothing where they are the same. */
function differenceIn([left, right]: SampleAnswer[], place: number): string {
  const [from, to] = [left!.values[place] ?? null, right!.values[place] ?? null];
  if (from === null || to === null || from === to) return '';
  return `${to > from ? '+' : '−'}${inWords(Math.abs(to - from), metrics.value[place])}`;
}
