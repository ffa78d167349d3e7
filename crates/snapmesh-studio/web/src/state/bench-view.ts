// The view of the piece on the bench, and what it is told to show.

import { effect, signal, untracked } from '@preact/signals';
import type { CameraMode } from '../view';
import { createBench } from '../view/bench/create';
import type { BenchEvents, BenchLabel, BenchView } from '../view/bench/types';
import { bench, looks, piece, selectedMark } from './bench';
import { joined, partner } from './join';
import { ask } from './link';
import {
  addPlainConnector, boxes, changeConnector, connectors, dragged, headingOf, openProposals, pulled, setBoxes, usualLevel,
} from './marks';
import { theme } from './preferences';
import { snapsToMesh, toGrid, toTurn } from './snapping';
import { wish } from './wish';

export const benchCamera = signal<CameraMode>('orbit');
export const benchCut = signal<number | null>(null);
export const showsBoxes = signal(true);
export const showsFloor = signal(false);

/** Why there is no view, in a sentence; null if there is one. */
export const benchTrouble = signal<string | null>(null);

let shown: BenchView | null = null;

export function frameBench(): void {
  shown?.frame();
}

/** A connector where the pointer is. */
export function addAtPointer(): void {
  addPlainConnector(shown?.pointed(usualLevel()) ?? null);
}

/** Where the numbers of the arrows are on the canvas. */
export const benchLabels = signal<BenchLabel[]>([]);

const events: BenchEvents = {
  pick: (mark) => (selectedMark.value = mark),
  move: (index, at) => dragConnector(index, { at }),
  turn: (index, degrees) => dragConnector(index, { heading: headingOf(degrees) }),
  pull: (index, face, metres) => {
    pulledFrom ??= boxes.value;
    dragged.value = { boxes: pulledFrom.map((box, place) => (place === index ? pulled(box, face, metres) : box)) };
  },
  dragEnded: endDrag,
  dragGivenUp: () => {
    pulledFrom = null;
    dragged.value = null;
  },
  placed: (labels) => (benchLabels.value = labels),
};

/** The boxes before one of their faces was grabbed: metres are told from there. */
let pulledFrom: typeof boxes.value | null = null;

function dragConnector(index: number, change: Parameters<typeof changeConnector>[1]): void {
  dragged.value = { connectors: connectors.value.map((note, place) => (place === index ? { ...note, ...change } : note)) };
}

/** What was dragged becomes an edit, as one step. */
function endDrag(): void {
  const mark = selectedMark.value;
  const now = dragged.value;
  pulledFrom = null;
  dragged.value = null;
  if (now?.connectors && mark?.kind === 'connector') changeConnector(mark.index, now.connectors[mark.index]!);
  if (now?.boxes) setBoxes(now.boxes);
}

/** Makes the view, and tells it of every change from then on. */
export function openBenchView(canvas: HTMLCanvasElement): () => void {
  try {
    shown = createBench(canvas, events, { grid: toGrid, turn: toTurn, toMesh: () => snapsToMesh.value });
  } catch (error) {
    benchTrouble.value = error instanceof Error ? error.message : String(error);
    return () => {};
  }
  const made = shown;
  const stops = [
    effect(() => void made.setPiece(looks.value, piece.peek()?.info.min[1] ?? 0, bench.peek() ?? '')),
    effect(() =>
      made.setMarks({
        connectors: connectors.value, boxes: boxes.value, proposals: openProposals.value, selected: selectedMark.value,
      }),
    ),
    effect(() =>
      made.setOptions({ camera: benchCamera.value, boxes: showsBoxes.value, cut: benchCut.value, theme: theme() }),
    ),
    effect(() => showFloor(made)),
    effect(() => {
      const glb = joined.value ? (partner.value?.bytes ?? null) : null;
      void made.setJoined(glb, joined.value?.pose ?? [0, 0, 0, 1, 0]);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    shown = null;
    made.dispose();
  };
}

/** What can be walked depends on what is called floor, and on who walks. */
function showFloor(made: BenchView): void {
  const [file, now] = [bench.value, wish.value];
  if (!showsFloor.value || file === null) return made.setFloor(null);
  void untracked(async () => {
    const answer = await ask({ request: 'floor', file, wish: now }, 'floor');
    if (answer.answer === 'failed' || bench.value !== file || !showsFloor.value) return;
    made.setFloor(new Float32Array(answer.bytes ?? new ArrayBuffer(0)));
  });
}
