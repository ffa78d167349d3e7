import { useId } from 'preact/hooks';
import { Select } from '../parts/select';
import { TextInput } from '../parts/text-input';
import { Tick } from '../parts/tick';
import type { ExportOptions } from '../protocol';
import type { Ending } from '../state/share';

type TickName = 'connectors' | 'colliders' | 'boxes' | 'instancing' | 'nav' | 'doorways';

/** Which formats an option is for, and what it does, as the command has it. */
const TICKS: { name: TickName; label: string; hint: string; endings: Ending[] }[] = [
  { name: 'connectors', label: 'Connectors', hint: 'free and used ones, as empties', endings: ['glb'] },
  { name: 'colliders', label: 'Colliders', hint: 'what is drawn, as static bodies to walk on', endings: ['glb'] },
  { name: 'boxes', label: 'Boxes', hint: 'what keeps pieces apart', endings: ['glb'] },
  { name: 'instancing', label: 'Instancing', hint: 'one node for all copies; some engines draw one', endings: ['glb'] },
  { name: 'nav', label: 'Where it can be walked', hint: 'the surface, and points on it', endings: ['glb', 'png', 'svg'] },
  { name: 'doorways', label: 'Free doorways', hint: 'marked by arrows in their color', endings: ['png'] },
];

/** Placeholders are what is taken when nothing is said. */
const TEXTS: { name: 'angle' | 'size' | 'cut'; label: string; placeholder: string }[] = [
  { name: 'angle', label: 'Camera, azimuth and elevation', placeholder: '215,38' },
  { name: 'size', label: 'Size, width and height', placeholder: '1600x1000' },
  { name: 'cut', label: 'Cut away above, in metres', placeholder: 'nothing' },
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
      {TICKS.filter(({ endings }) => endings.includes(ending)).map(({ name, label, hint }) => (
        <Tick
          key={name}
          label={label}
          hint={hint}
          isOn={options[name] ?? false}
          onChange={(isOn) => onChange({ [name]: isOn })}
        />
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
