// A setting with the control that its schema asks for.

import { useId, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import type { Json, Schema } from '../protocol';
import { Field } from '../parts/field';
import { NumberInput } from '../parts/number-input';
import { RangeInput } from '../parts/range-input';
import { Segmented } from '../parts/segmented';
import { Select } from '../parts/select';
import { Slider } from '../parts/slider';
import { Tick } from '../parts/tick';
import { TextInput } from '../parts/text-input';
import { readable } from '../parts/words';
import { leaveOut, originOf, problemsAt, reset, setNumber, setToml, setValue, settingToToml, valueOf } from '../state/settings';
import { joinPath } from '../state/toml';
import { isVolume, Volume, VolumeList } from './volume';

interface Props {
  section: string;
  name: string;
  schema: Schema;
}

/** What a control needs to know of the setting that it is for. */
interface Control extends Props {
  id: string;
  label: string;
  value: Json | undefined;
  onTrouble(trouble: string | null): void;
}

const MOST_SEGMENTS = 4;

export function Setting({ section, name, schema }: Props) {
  const id = useId();
  const [trouble, setTrouble] = useState<string | null>(null);
  const label = readable(name);
  const control = { section, name, schema, id, label, value: valueOf(section, name), onTrouble: setTrouble };
  return (
    <Field
      id={id}
      label={label}
      path={joinPath(section, name)}
      help={schema.description ?? ''}
      unit={schema.unit}
      origin={originOf(section, name)}
      trouble={trouble}
      problems={problemsAt(section, name)}
      isWide={isWide(schema)}
      onReset={() => reset(section, name)}
    >
      {controlFor(control)}
    </Field>
  );
}

function isNumber(schema: Schema): boolean {
  return schema.type === 'integer' || schema.type === 'number';
}

/** What either end of a range takes; undefined if it is no range. */
function endOf(schema: Schema): Schema | undefined {
  return schema.anyOf?.find(isNumber);
}

function isVolumeList(schema: Schema): boolean {
  return schema.type === 'array' && schema.items !== undefined && isVolume(schema.items);
}

function isWide(schema: Schema): boolean {
  return isVolume(schema) || isVolumeList(schema) || Boolean(schema.enum && schema.enum.length <= MOST_SEGMENTS);
}

function controlFor(control: Control): ComponentChildren {
  const { section, name, schema, id, label, value } = control;
  const described = { describedBy: `${id}-help` };
  const set = (next: Json) => setValue(section, name, next);
  if (schema.enum) return <OneOf {...control} />;
  if (schema.type === 'boolean') {
    return <Tick {...described} id={id} label={label} isBare isSwitch isOn={value === true} onChange={set} />;
  }
  if (isNumber(schema)) return <NumberControl {...control} />;
  if (endOf(schema)) return <RangeControl {...control} />;
  if (isVolume(schema)) return <Volume id={id} label={label} value={value} onChange={set} onOff={() => leaveOut(section, name)} />;
  if (isVolumeList(schema)) return <VolumeList label={label} value={value} onChange={set} />;
  if (schema.type === 'string') {
    return <TextInput {...described} id={id} label={label} text={String(value ?? '')} onCommit={set} />;
  }
  const toml = value === undefined ? '' : settingToToml(section, name, value);
  const commit = (text: string) => (text ? setToml(section, name, text) : reset(section, name));
  return <TextInput {...described} id={id} label={label} text={toml} onCommit={commit} />;
}

function OneOf({ section, name, schema, id, label, value }: Control) {
  const choices = schema.enum!.map((choice) => ({ value: choice, label: choice }));
  const shared = { label, choices, describedBy: `${id}-help`, onChange: (next: string) => setValue(section, name, next) };
  if (choices.length <= MOST_SEGMENTS) return <Segmented {...shared} value={value as string | undefined} />;
  return <Select {...shared} id={id} value={String(value ?? '')} />;
}

/** An end that is at its bound is said all the same: there is no room here for what it would mean to leave it out. */
function RangeControl({ section, name, schema, id, label, value, onTrouble }: Control) {
  const end = endOf(schema)!;
  const set = (next: Json | undefined) => (next === undefined ? reset(section, name) : setValue(section, name, next));
  return (
    <RangeInput
      id={id}
      label={label}
      schema={end}
      value={value}
      describedBy={`${id}-help`}
      placeholders={{ least: String(end.minimum ?? 'least'), most: 'most' }}
      onChange={set}
      onTrouble={onTrouble}
    />
  );
}

function NumberControl({ section, name, schema, id, label, value, onTrouble }: Control) {
  const number = value as number | string | undefined;
  const usual = schema.default;
  const commit = (digits: string | null) => (digits ? setNumber(section, name, digits) : reset(section, name));
  return (
    <>
      <Slider label={`${label}, slider`} schema={schema} value={number} onMove={(digits) => setNumber(section, name, digits)} />
      <NumberInput
        id={id}
        label={label}
        schema={schema}
        value={number}
        placeholder={usual === undefined ? 'auto' : String(usual)}
        describedBy={`${id}-help`}
        onCommit={commit}
        onTrouble={onTrouble}
      />
    </>
  );
}
