import { Button } from '../parts/button';
import { Segmented, type Choice } from '../parts/segmented';
import { Select } from '../parts/select';
import { frame } from '../state/selection';
import { capCount, doorCount } from '../state/session';
import { COLORS, options, setCamera, setCut, setOption, toggleOverlay, USUAL_CUT, type Overlay } from '../state/view';
import type { CameraMode, ColorBy } from '../view';

const CAMERAS: Choice<CameraMode>[] = [
  { value: 'orbit', label: 'Orbit', icon: 'orbit', title: 'Orbit around the map (1)' },
  { value: 'fly', label: 'Fly', icon: 'fly', title: 'Fly with W A S D (2)' },
  { value: 'plan', label: 'Plan', icon: 'plan', title: 'Plan, from straight above (3)' },
];

interface OverlayButton {
  name: Overlay;
  label: string;
  shortcut?: string;
}

const OVERLAYS: OverlayButton[] = [
  { name: 'connectors', label: 'Connectors', shortcut: 'C' },
  { name: 'boxes', label: 'Boxes', shortcut: 'B' },
  { name: 'points', label: 'Navigation points', shortcut: 'P' },
  { name: 'navmesh', label: 'Navmesh', shortcut: 'N' },
  { name: 'shadows', label: 'Shadows' },
];

/** For maps that have them. */
const ENDS: { name: 'caps' | 'doors'; label: string }[] = [
  { name: 'caps', label: 'Caps' },
  { name: 'doors', label: 'Doors' },
];

/** The highest cut, in metres above the floor of each piece. */
const HIGHEST_CUT = 10;

export function ViewToolbar() {
  const { camera, color, cut } = options.value;
  return (
    <div class="toolbar" role="toolbar" aria-label="View">
      <Segmented label="Camera" choices={CAMERAS} value={camera} onChange={setCamera} />
      <Button label="Frame" icon="frame" isBare shortcut="F" onClick={frame} />
      <Select
        label="Color by"
        value={color}
        choices={COLORS.map(({ value, label }) => ({ value, label: `Color: ${label.toLowerCase()}` }))}
        onChange={(next) => setOption({ color: next as ColorBy })}
      />
      <span class="toolbar-group">
        {[...OVERLAYS, ...endsOnMap()].map(({ name, label, shortcut }) => (
          <Button
            key={name}
            label={label}
            icon={name}
            isBare
            isPressed={options.value[name]}
            shortcut={shortcut}
            onClick={() => toggleOverlay(name)}
          />
        ))}
        <Button
          label="Cut away"
          title="Cut away what is high"
          icon="cut"
          isBare
          isPressed={cut !== null}
          onClick={() => setCut(cut === null ? USUAL_CUT : null)}
        />
      </span>
      {cut !== null && <CutSlider cut={cut} />}
    </div>
  );
}

function endsOnMap(): OverlayButton[] {
  const counts = { caps: capCount.value, doors: doorCount.value };
  return ENDS.filter(({ name }) => counts[name] > 0);
}

function CutSlider({ cut }: { cut: number }) {
  return (
    <label class="cut">
      <input
        type="range"
        class="slider"
        aria-label="Cut away above, in metres"
        min={0.1}
        max={HIGHEST_CUT}
        step={0.1}
        value={cut}
        onInput={(event) => setCut(Number(event.currentTarget.value))}
      />
      <span>{cut.toFixed(1)} m</span>
    </label>
  );
}
