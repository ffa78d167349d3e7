// The middle of the page: the 3D view and what floats over it.

import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../parts/icon';
import { counted } from '../parts/words';
import { Sentence } from '../parts/sentence';
import type { DoorRow, PlacedRow } from '../protocol';
import type { Target } from '../view';
import { connectorName } from '../state/connectors';
import { folds } from '../state/preferences';
import { isUnmarked } from '../state/mark-all';
import { pieceAt, problems, status } from '../state/session';
import { choose, isPinned } from '../state/shape';
import { isCap, isOfLoop, shownDoors, shownRows } from '../state/timeline';
import { openView, viewTrouble } from '../state/view';
import { sendTo, walk, walkEnded } from '../state/walk';
import { Legend } from './legend';
import { Tiles } from './tiles';
import { FirstSteps } from './unmarked';
import { ViewToolbar } from './view-toolbar';
import { WalkBar } from './walk-bar';

/** What the pointer is over, and where it is in the view; `room` is how much there is to its right. */
const hovered = signal<{ target: Target; x: number; y: number; room: number } | null>(null);

/** Pixels that a label beside the pointer needs. */
const LABEL_WIDTH = 280;

export function Viewport() {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(
    () =>
      openView(canvas.current!, {
        pick: choose,
        hover: (target, x, y) => (hovered.value = target && { target, x, y, room: canvas.current!.clientWidth - x }),
        send: (from, to) => void sendTo(from, to),
        walkEnded,
      }),
    [],
  );
  return (
    <main class="viewport" aria-label="Map">
      <div class="stage">
        <canvas ref={canvas} class="canvas" tabIndex={0} aria-label="3D view of the map" />
        {walk.value ? <WalkBar /> : <ViewToolbar />}
        <Trouble />
        <FirstSteps />
        <Legend />
        <HoverLabel />
      </div>
      {!folds.tiles.value && <Tiles />}
    </main>
  );
}

/** Says that what is shown is not what is asked for. */
function Trouble() {
  const first = problems.value.find(({ severity }) => severity === 'error');
  const growth = status.value === 'failed' ? (first?.message ?? 'No map could be grown.') : null;
  const trouble = viewTrouble.value ?? (isUnmarked.value ? null : growth);
  if (!trouble) return null;
  return (
    <div class="notice bad" role="alert">
      <Icon name="error" />
      <span>
        <Sentence text={trouble} />
      </span>
    </div>
  );
}

function HoverLabel() {
  if (!hovered.value) return null;
  const { target, x, y, room } = hovered.value;
  return (
    <div class={room < LABEL_WIDTH ? 'hover-label leftward' : 'hover-label'} style={{ left: `${x}px`, top: `${y}px` }}>
      {wordsFor(target)}
    </div>
  );
}

function wordsFor(target: Target): string {
  if (target.kind === 'door') return `${idOf(shownDoors.value[target.door])}, door ${target.door}`;
  if (target.kind === 'piece') {
    const what = isCap(target.placed) ? 'cap' : isOfLoop(target.placed) ? 'piece of a loop,' : 'piece';
    const pinned = isPinned(target.placed) ? ', pinned' : '';
    return `${idOf(shownRows.value[target.placed])}, ${what} ${target.placed}${pinned}`;
  }
  const piece = pieceAt(shownRows.value[target.port.placed]?.[0] ?? -1);
  const connector = piece?.connectors[target.port.connector];
  return connector ? `${connectorName(piece, target.port.connector)}, free: ${counted(connector.pins, 'pin')}, ${connector.color}` : '';
}

function idOf(row: PlacedRow | DoorRow | undefined): string {
  return pieceAt(row?.[0] ?? -1)?.id ?? '';
}
