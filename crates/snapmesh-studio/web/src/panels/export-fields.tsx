import { useId } from 'preact/hooks';
import { NumberInput } from '../parts/number-input';
import { Select } from '../parts/select';
import { TextInput } from '../parts/text-input';
import { Tick } from '../parts/tick';
import type { ExportOptions } from '../protocol';
import type { Ending } from '../state/share';

/** Which formats an option is for, as the command has it. */
const TICKS: { name: 'connectors' | 'colliders' | 'instancing' | 'nav'; label: string; endings: Ending[] }[] = [
  { name: 'connectors', label: 'Connectors, as empties', endings: ['glb'] },
  { name: 'colliders', label: 'Colliders, the boxes of the pieces', endings: ['glb'] },
  { name: 'instancing', label: 'Instancing, one node for all copies of a piece', endings: ['glb'] },
  { name: 'nav', label: 'Where it can be walked, with points', endings: ['glb', 'png', 'svg'] },
];

const TEXTS: { name: 'angle' | 'size'; label: string; placeholder: string }[] = [
  { name: 'angle', label: 'Camera, azimuth and elevation', placeholder: '35,40' },
  { name: 'size', label: 'Size, width and height', placeholder: '1600x1200' },
];

const COLORS = ['material', 'order', 'piece'].map((value) => ({ value, label: value }));

interface Props {
  ending: Ending;
  options: ExportOptions;
  onChange(changed: Partial<ExportOptions>): void;
}

export function ExportFields({ ending, options, onChange }: Props) {
  return (
    <div class="export-fields">
      {TICKS.filter(({ endings }) => endings.includes(ending)).map(({ name, label }) => (
        <Tick key={name} label={label} isOn={options[name] ?? false} onChange={(isOn) => onChange({ [name]: isOn })} />
      ))}
      {ending === 'png' && <PictureFields options={options} onChange={onChange} />}
    </div>
  );
}

function PictureFields({ options, onChange }: Omit<Props, 'ending'>) {
  const id = useId();
  return (
    <>
      {TEXTS.map(({ name, label, placeholder }) => (
        <label class="export-field" key={name}>
          {label}
          <TextInput
            id={`${id}-${name}`}
            label={label}
            text={options[name] ?? ''}
            placeholder={placeholder}
            onCommit={(text) => onChange({ [name]: text || undefined })}
          />
        </label>
      ))}
      <label class="export-field">
        Cut away above, in metres
        <NumberInput
          label="Cut away above, in metres"
          schema={{ type: 'number', minimum: 0 }}
          value={options.cut}
          placeholder="nothing"
          onCommit={(digits) => onChange({ cut: digits === null ? undefined : Number(digits) })}
        />
      </label>
      <label class="export-field">
        Colors by
        <Select
          label="Colors by"
          value={options.color ?? 'material'}
          choices={COLORS}
          onChange={(color) => onChange({ color })}
        />
      </label>
    </>
  );
}
