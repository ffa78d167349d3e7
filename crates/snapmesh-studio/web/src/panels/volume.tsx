// Volumes: boxes given by two corners, in metres.

import { Button } from '../parts/button';
import { NumberInput } from '../parts/number-input';
import { Tick } from '../parts/tick';
import type { Json, Schema } from '../protocol';

type Corner = 'min' | 'max';
type VolumeValue = Record<Corner, number[]>;

const AXES = ['x', 'y', 'z'];
const CORNERS: { corner: Corner; label: string }[] = [
  { corner: 'min', label: 'from' },
  { corner: 'max', label: 'to' },
];
/** To begin with: around most of a map, and beside where it starts. */
const ROOMY: VolumeValue = { min: [-50, -10, -50], max: [50, 20, 50] };
const BESIDE: VolumeValue = { min: [10, -5, 10], max: [20, 5, 20] };
const ANY_NUMBER: Schema = { type: 'number' };

export function isVolume({ type, properties }: Schema): boolean {
  return type === 'object' && properties?.min?.type === 'array' && properties.max?.type === 'array';
}

function read(value: Json | undefined): VolumeValue | null {
  return value !== null && typeof value === 'object' && 'min' in value && 'max' in value ? (value as VolumeValue) : null;
}

interface Props {
  id: string;
  label: string;
  value: Json | undefined;
  onChange(value: Json): void;
  onOff(): void;
}

/** A volume that may be there or not. */
export function Volume({ id, label, value, onChange, onOff }: Props) {
  const volume = read(value);
  return (
    <div class="volumes">
      <Tick
        id={id}
        label={label}
        isBare
        isSwitch
        isOn={volume !== null}
        onChange={(isOn) => (isOn ? onChange({ ...ROOMY }) : onOff())}
      />
      {volume && <Corners label={label} volume={volume} onChange={onChange} />}
    </div>
  );
}

/** Any number of volumes. */
export function VolumeList({ label, value, onChange }: Omit<Props, 'id' | 'onOff'>) {
  const volumes = Array.isArray(value) ? value.map(read).filter((volume) => volume !== null) : [];
  return (
    <div class="volumes">
      {volumes.map((volume, index) => (
        <div class="volume-row" key={index}>
          <Corners label={`${label} ${index + 1}`} volume={volume} onChange={(next) => onChange(volumes.with(index, next))} />
          <Button
            label={`Remove volume ${index + 1}`}
            icon="close"
            isBare
            onClick={() => onChange(volumes.filter((_, other) => other !== index))}
          />
        </div>
      ))}
      <Button label="Add a volume" icon="plus" onClick={() => onChange([...volumes, { ...BESIDE }])} />
    </div>
  );
}

interface CornersProps {
  label: string;
  volume: VolumeValue;
  onChange(volume: VolumeValue): void;
}

function Corners({ label, volume, onChange }: CornersProps) {
  const set = (corner: Corner, axis: number, digits: string | null) =>
    onChange({ ...volume, [corner]: volume[corner].with(axis, Number(digits ?? 0)) });
  return (
    <div class="corners">
      {CORNERS.map(({ corner, label: side }) => (
        <div class="corner" key={corner}>
          <span class="corner-label">{side}</span>
          {AXES.map((axis, index) => (
            <NumberInput
              key={axis}
              label={`${label} ${side} ${axis}`}
              schema={ANY_NUMBER}
              value={volume[corner][index]}
              placeholder={axis}
              onCommit={(digits) => set(corner, index, digits)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}
