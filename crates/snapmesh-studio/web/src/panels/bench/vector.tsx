import { NumberInput } from '../../parts/number-input';
import type { Vec3 } from '../../protocol';

const AXES = ['X', 'Y', 'Z'] as const;
/** In metres; 0 has no tenth to step by. */
const METRES = { type: 'number', minimum: -1e6, maximum: 1e6, default: 1 };

interface Props {
  /** What it is of, as "Connector 1". */
  of: string;
  /** What it is, as "at". Nothing: the axis says it. */
  name?: string;
  value: Vec3;
  onChange(value: Vec3): void;
}

/** Three numbers in metres, each with the name of its axis. */
export function VectorInput({ of, name, value, onChange }: Props) {
  return (
    <div class="vector">
      {name && <span class="vector-name">{name}</span>}
      {AXES.map((axis, place) => (
        <label key={axis}>
          <span aria-hidden="true">{axis}</span>
          <NumberInput
            label={`${of}, ${name ? `${name} ` : ''}${axis}`}
            schema={METRES}
            value={Math.round(value[place]! * 1000) / 1000}
            onCommit={(digits) => digits && onChange(value.map((x, i) => (i === place ? Number(digits) : x)) as Vec3)}
          />
        </label>
      ))}
    </div>
  );
}
