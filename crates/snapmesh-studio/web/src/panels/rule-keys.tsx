// The keys of a rule, each with a control made from the schema.

import { useId } from 'preact/hooks';
import { NumberInput } from '../parts/number-input';
import { RangeInput } from '../parts/range-input';
import { TextInput } from '../parts/text-input';
import { readable } from '../parts/words';
import type { Json, Schema } from '../protocol';
import { kit } from '../state/session';
import { entriesOf, setInEntry } from '../state/settings';
import { fromToml, toToml } from '../state/toml';

export function ruleSchemas(): Record<string, Schema> {
  const rule = kit.value?.schema.properties?.rules?.additionalProperties;
  return (typeof rule === 'object' && rule.properties) || {};
}

interface Props {
  /** A piece, a pattern or a tag. */
  selector: string;
  name: string;
  schema: Schema;
  placeholder?: string;
}

/** The control alone: for a place that names it in its own way. */
export function RuleControl({ selector, name, schema, placeholder }: Props) {
  const id = useId();
  const label = `${readable(name)} of ${selector}`;
  const value = entriesOf('rules')[selector]?.[name];
  const set = (next: Json | undefined) => setInEntry('rules', selector, name, next);
  const end = schema.anyOf?.find(({ type }) => type === 'integer' || type === 'number');
  if (end) return <RangeInput label={label} schema={end} value={value} onChange={set} />;
  if (schema.type === 'integer' || schema.type === 'number') {
    return (
      <NumberInput
        label={label}
        schema={schema}
        value={value as number | undefined}
        placeholder={placeholder}
        onCommit={(digits) => set(digits === null ? undefined : Number(digits))}
      />
    );
  }
  const text = value === undefined ? '' : toToml(value);
  return <TextInput id={id} label={label} text={text} onCommit={(next) => set(next ? fromToml(next) : undefined)} />;
}
