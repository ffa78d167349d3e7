import type { Json, Schema } from '../protocol';
import { NumberInput } from './number-input';

interface Props {
  label: string;
  /** Of either end. */
  schema: Schema;
  value: Json | undefined;
  /** Of the first of the two fields. */
  id?: string;
  describedBy?: string;
  /** What either field says while it is empty. */
  placeholders?: Record<keyof Ends, string>;
  onChange(value: Json | undefined): void;
  onTrouble?(trouble: string | null): void;
}

interface Ends {
  least?: string;
  most?: string;
}

const ENDS: (keyof Ends)[] = ['least', 'most'];
const EMPTY = { least: 'min', most: 'max' };

/** From least to most; either may be left empty. As in kit.toml, one number is both. */
export function RangeInput({ label, schema, value, id, describedBy, placeholders = EMPTY, onChange, onTrouble }: Props) {
  const ends = read(value, schema);
  return (
    <span class="range">
      {ENDS.map((end) => (
        <NumberInput
          key={end}
          id={end === 'least' ? id : undefined}
          describedBy={describedBy}
          label={`${label}, ${end}`}
          schema={schema}
          value={ends[end]}
          placeholder={placeholders[end]}
          onTrouble={onTrouble}
          onCommit={(digits) => onChange(write(moved(end, digits, ends), schema))}
        />
      ))}
    </span>
  );
}

/** An end that is at the bound of what can be given is no end. */
function read(value: Json | undefined, { minimum, maximum }: Schema): Ends {
  if (value === undefined || value === null) return {};
  const [least, most] = Array.isArray(value) ? value : [value, value];
  return {
    least: least === minimum ? undefined : String(least),
    most: most === maximum ? undefined : String(most),
  };
}

function write({ least, most }: Ends, schema: Schema): Json | undefined {
  if (least === undefined && most === undefined) return undefined;
  const low = Number(least ?? schema.minimum ?? 0);
  const high = Number(most ?? schema.maximum ?? low);
  return low === high ? low : [low, high];
}

/** The end that was typed counts: one that is on the wrong side of it moves along. */
function moved(end: keyof Ends, digits: string | null, ends: Ends): Ends {
  if (digits === null) return { ...ends, [end]: undefined };
  const other = end === 'least' ? 'most' : 'least';
  const isCrossed = ends[other] !== undefined && Number(digits) > Number(ends[other]) === (end === 'least');
  return { [end]: digits, [other]: isCrossed ? digits : ends[other] };
}
