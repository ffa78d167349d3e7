// Plans of maps: what pieces look like from above, asked for once for each kit, and drawn wherever they are placed.

import { signal } from '@preact/signals';
import { Role, type PlacedRow, type PlansAnswer } from '../protocol';
import { CAP, LOOP_PIECE, mix, ramp } from '../view/colors';
import { ask } from './link';
import { kit } from './session';

/** A layer of a piece: its faces as one path, and how high they are. */
interface Layer {
  level: number;
  path: Path2D;
}

/** By the numbers of the pieces; null until they are known. */
export const plans = signal<Layer[][] | null>(null);

/** The art of the kit that they are asked for. */
let askedFor = -1;

/** Asks for them, unless those of this kit are here. */
export async function loadPlans(): Promise<void> {
  const art = kit.value?.art ?? 0;
  if (art === askedFor) return;
  askedFor = art;
  plans.value = null;
  const answer = await ask({ request: 'plans' }, 'plans');
  if (art !== askedFor) return;
  if (answer.answer === 'plans') plans.value = readPlans(answer);
  else askedFor = -1;
}

/** The session is a new one: what it calls the art of the kit may be something else. */
export function forgetPlans(): void {
  askedFor = -1;
}

const NUMBERS_OF_A_FACE = 6;

function readPlans({ pieces, bytes }: PlansAnswer): Layer[][] {
  const numbers = new Float32Array(bytes ?? new ArrayBuffer(0));
  let at = 0;
  const layer = ([level, faces]: [number, number]): Layer => {
    const path = new Path2D();
    for (const end = at + faces * NUMBERS_OF_A_FACE; at < end; at += NUMBERS_OF_A_FACE) {
      path.moveTo(numbers[at]!, numbers[at + 1]!);
      path.lineTo(numbers[at + 2]!, numbers[at + 3]!);
      path.lineTo(numbers[at + 4]!, numbers[at + 5]!);
      path.closePath();
    }
    return { level, path };
  };
  return pieces.map((layers) => layers.map(layer));
}

/** What is laid over the color of a piece, by level: shadow below the floor, light above it. */
const TONES: [color: string, share: number][] = [
  ['#000000', 0.25], ['#000000', 0], ['#ffffff', 0.22], ['#ffffff', 0.36], ['#ffffff', 0.5],
];
/** Empty around the map, as a share of the canvas. */
const MARGIN = 0.06;
const ROLE = 10;

/** Draws a map onto a canvas, as large as it fits. */
export function drawPlan(canvas: HTMLCanvasElement, placed: PlacedRow[], grown: number): void {
  const context = canvas.getContext('2d');
  const shapes = plans.value;
  if (!context || !shapes) return;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  const { scale, left, top } = fitted(placed, canvas.width, canvas.height);
  // The lowest first, so that bridges cover what they cross.
  const order = placed.map((_, number) => number).sort((a, b) => placed[a]![2] - placed[b]![2] || a - b);
  for (const number of order) {
    const [piece, x, , z, cos, sin] = placed[number]!;
    context.setTransform(scale * cos, -scale * sin, scale * sin, scale * cos, left + scale * x, top + scale * z);
    // Strokes of the same color close the hairlines between faces.
    context.lineWidth = 1 / scale;
    drawPiece(context, shapes[piece] ?? [], colorOf(placed[number]!, number, grown));
  }
}

function drawPiece(context: CanvasRenderingContext2D, layers: Layer[], color: string): void {
  for (const { level, path } of layers) {
    const [over, share] = TONES[level]!;
    context.fillStyle = context.strokeStyle = mix(color, over, share);
    context.fill(path);
    context.stroke(path);
  }
}

function colorOf(row: PlacedRow, number: number, grown: number): string {
  if (row[ROLE] === Role.Loop) return LOOP_PIECE;
  return number < grown ? ramp(number / Math.max(grown - 1, 1)) : CAP;
}

/** From metres to pixels: the map in the middle of the canvas. */
function fitted(placed: PlacedRow[], width: number, height: number): { scale: number; left: number; top: number } {
  const [low, high] = boundsOf(placed);
  const room = 1 - 2 * MARGIN;
  const scale = Math.min((width * room) / Math.max(high[0] - low[0], 1), (height * room) / Math.max(high[1] - low[1], 1));
  return { scale, left: width / 2 - (scale * (low[0] + high[0])) / 2, top: height / 2 - (scale * (low[1] + high[1])) / 2 };
}

/** Around all pieces, in x and z: each by the corners of the box around it. */
function boundsOf(placed: PlacedRow[]): [low: [number, number], high: [number, number]] {
  const low: [number, number] = [Infinity, Infinity];
  const high: [number, number] = [-Infinity, -Infinity];
  for (const [piece, x, , z, cos, sin] of placed) {
    const { min, max } = kit.value?.pieces[piece] ?? { min: [0, 0, 0], max: [0, 0, 0] };
    for (const [px, pz] of [[min[0], min[2]], [max[0], min[2]], [min[0], max[2]], [max[0], max[2]]] as const) {
      const corner = [x + cos * px + sin * pz, z + cos * pz - sin * px] as const;
      for (const axis of [0, 1] as const) {
        low[axis] = Math.min(low[axis], corner[axis]);
        high[axis] = Math.max(high[axis], corner[axis]);
      }
    }
  }
  return [low, high];
}
