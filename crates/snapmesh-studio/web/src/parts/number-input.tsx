import type { TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { Schema } from '../protocol';
import { growPending } from '../state/grow';
import { givesUp } from './give-up';

interface Props {
  label: string;
  schema: Schema;
  value: number | string | undefined;
  id?: string;
  placeholder?: string;
  describedBy?: string;
  /** The digits of a number that is within its bounds; null: the field was emptied. */
  onCommit(digits: string | null): void;
  /** Why what stands in the field cannot be taken; null when it can. */
  onTrouble?(trouble: string | null): void;
}

/** What was typed and not yet handed on. */
interface Draft {
  text: string;
  trouble: string | null;
}

/** A number with bounds. What is out of them is marked, told, and not handed on. */
export function NumberInput({ label, schema, value, id, placeholder, describedBy, onCommit, onTrouble }: Props) {
  const [draft, setDraft] = useState<Draft | null>(null);
  // At once: later, it would take what was typed meanwhile.
  useLayoutEffect(() => {
    setDraft(null);
    onTrouble?.(null);
  }, [value]);

  const write = (input: HTMLInputElement) => {
    const trouble = troubleIn(input, schema);
    setDraft({ text: input.value, trouble });
    onTrouble?.(trouble);
    return trouble;
  };
  const commit = (input: HTMLInputElement) => {
    if (write(input) !== null) return;
    setDraft(null);
    onCommit(input.value.trim() || null);
  };
  const follow = (event: TargetedKeyboardEvent<HTMLInputElement>) => {
    if (givesUp(event, String(value ?? ''))) {
      setDraft(null);
      onTrouble?.(null);
    }
    if (event.key !== 'Enter') return;
    commit(event.currentTarget);
    growPending();
  };
  return (
    <input
      class="input number"
      {...(isBoundless(schema) ? TEXT : boundsOf(schema))}
      inputMode={schema.type === 'integer' ? 'numeric' : 'decimal'}
      data-draft={draft ? '' : undefined}
      id={id}
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={draft?.trouble ? true : undefined}
      title={draft?.trouble ?? undefined}
      placeholder={placeholder}
      autocomplete="off"
      value={draft?.text ?? value ?? ''}
      onInput={(event) => write(event.currentTarget)}
      onChange={(event) => commit(event.currentTarget)}
      onKeyDown={follow}
    />
  );
}

/** Whole numbers of 64 bits, as seeds, are more than a field for numbers can hold. */
function isBoundless(schema: Schema): boolean {
  return schema.type === 'integer' && schema.minimum === undefined && schema.maximum === undefined;
}

const TEXT = { type: 'text' as const };

function boundsOf(schema: Schema) {
  const min = schema.minimum ?? schema.exclusiveMinimum;
  return { type: 'number' as const, min, max: schema.maximum, step: schema.type === 'integer' ? 1 : stepFor(schema) };
}

/** Steps of a tenth of what is usual: `any` would step by one, which is much for a radius. */
function stepFor({ default: usual }: Schema): number | 'any' {
  if (typeof usual !== 'number' || usual <= 0) return 'any';
  return 10 ** Math.floor(Math.log10(usual) - 0.5);
}

/** A field for numbers gives no text at all when there is something else in it. */
function troubleIn(input: HTMLInputElement, schema: Schema): string | null {
  return input.validity.badInput ? 'This must be a number.' : troubleWith(input.value, schema);
}

/** Why a text is no number that the schema takes; null if it is one, or if there is none. */
function troubleWith(text: string, { type, minimum, maximum, exclusiveMinimum }: Schema): string | null {
  const digits = text.trim();
  if (digits === '') return null;
  if (type === 'integer' && !/^[+-]?\d+$/.test(digits)) return 'This must be a whole number.';
  const number = Number(digits);
  if (!Number.isFinite(number)) return 'This must be a number.';
  if (minimum !== undefined && number < minimum) return `This must be ${minimum} or more.`;
  if (maximum !== undefined && number > maximum) return `This must be ${maximum} or less.`;
  if (exclusiveMinimum !== undefined && number <= exclusiveMinimum) return `This must be more than ${exclusiveMinimum}.`;
  return null;
}
