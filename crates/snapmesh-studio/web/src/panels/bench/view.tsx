import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../parts/button';
import { Icon } from '../../parts/icon';
import { NumberInput } from '../../parts/number-input';
import { Segmented, type Choice } from '../../parts/segmented';
import { Tick } from '../../parts/tick';
import { benchCamera, benchCut, benchLabels, benchTrouble, frameBench, openBenchView, showsBoxes, showsFloor } from '../../state/bench-view';
import { toggle } from '../../state/preferences';
import { grid, snapsToGrid, snapsToMesh, snapsTurns, TURN_STEP } from '../../state/snapping';
import { USUAL_CUT } from '../../state/view';
import type { CameraMode } from '../../view';

const CAMERAS: Choice<CameraMode>[] = [
  { value: 'orbit', label: 'Orbit', icon: 'orbit', title: 'Orbit around the piece (1)' },
  { value: 'plan', label: 'Plan', icon: 'plan', title: 'From straight above (3)' },
];

/** In metres. */
const GRID = { type: 'number', minimum: 0.01, maximum: 10, default: 0.25 };

export function BenchView() {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => openBenchView(canvas.current!), []);
  return (
    <main class="viewport" aria-label="Piece in 3D">
      <div class="stage">
        <canvas ref={canvas} class="canvas" tabIndex={0} aria-label="3D view of the piece" />
        <Labels />
        <Toolbar />
        {benchTrouble.value && (
          <div class="notice bad" role="alert">
            <Icon name="error" />
            <span>{benchTrouble.value}</span>
          </div>
        )}
        <p class="bench-hint">
          A puts an arrow where you point. Drag it to move it, with Shift up and down, and its ball to turn it. Select a box to drag its
          faces.
        </p>
      </div>
    </main>
  );
}

/** The numbers of the arrows, as the lists have them. */
function Labels() {
  return (
    <div class="bench-labels" aria-hidden="true">
      {benchLabels.value.map(({ kind, index, x, y }) => (
        <span key={`${kind} ${index}`} class={kind} data-mark={`${kind} ${index + 1}`} style={{ left: `${x}px`, top: `${y}px` }}>
          {index + 1}
        </span>
      ))}
    </div>
  );
}

function Toolbar() {
  const cut = benchCut.value;
  return (
    <div class="toolbar" role="toolbar" aria-label="View of the piece">
      <Segmented label="Camera" choices={CAMERAS} value={benchCamera.value} onChange={(mode) => (benchCamera.value = mode)} />
      <Button label="Frame" icon="frame" isBare shortcut="F" onClick={frameBench} />
      <span class="toolbar-group">
        <Button label="Boxes" icon="boxes" isBare isPressed={showsBoxes.value} shortcut="B" onClick={() => toggle(showsBoxes)} />
        <Button
          label="Floor"
          title="Show what can be walked"
          icon="navmesh"
          isBare
          isPressed={showsFloor.value}
          shortcut="N"
          onClick={() => toggle(showsFloor)}
        />
        <Button
          label="Cut away"
          title="Cut away what is high"
          icon="cut"
          isBare
          isPressed={cut !== null}
          onClick={() => (benchCut.value = cut === null ? USUAL_CUT : null)}
        />
      </span>
      <span class="separator" />
      <span class="bench-snap" role="group" aria-label="Snap to">
        <Tick label="Mesh" title="Snap to corners, edges and middles of edges" isOn={snapsToMesh.value} onChange={() => toggle(snapsToMesh)} />
        <Tick label="Grid" title="Snap to a grid" isOn={snapsToGrid.value} onChange={() => toggle(snapsToGrid)} />
        <NumberInput label="Grid in metres" schema={GRID} value={grid.value} onCommit={(digits) => digits && (grid.value = Number(digits))} />
        <span class="unit">m</span>
        <Tick label={`${TURN_STEP}°`} title="Turn in steps" isOn={snapsTurns.value} onChange={() => toggle(snapsTurns)} />
      </span>
    </div>
  );
}
