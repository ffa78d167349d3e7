import type { ComponentChildren } from 'preact';
import type { Problem } from '../protocol';
import type { Origin } from '../state/settings';
import { Button } from './button';
import { OriginMark } from './origin-mark';
import { ProblemList } from './problem';

/** A unit with more letters than this stands at the label; beside a number there is no room for it. */
const LONGEST_BESIDE = 3;

interface Props {
  /** Of the control that the label is for, and of the help below it, with `-help` after it. */
  id: string;
  label: string;
  /** The key as in kit.toml. */
  path: string;
  help: string;
  unit?: string;
  origin: Origin;
  trouble: string | null;
  problems: Problem[];
  /** The control needs the whole width. */
  isWide?: boolean;
  children: ComponentChildren;
  onReset(): void;
}

/** A setting: its name, what it means, a mark if it is not the default, and the control to change it with. */
export function Field({ id, label, path, help, unit, origin, trouble, problems, isWide, children, onReset }: Props) {
  const isShort = !isWide && (unit === undefined || unit.length <= LONGEST_BESIDE);
  const isAtLabel = !isShort && unit !== undefined && !label.toLowerCase().includes(unit);
  const resetTo = origin === 'edit' ? 'as the kit has it' : 'to the default';
  return (
    <div class={isWide ? 'field wide' : 'field'} data-origin={origin}>
      <label class="field-label" for={id} title={path}>
        <span>
          {label} {isAtLabel && <span class="unit">{unit}</span>}
        </span>
        <OriginMark origin={origin} />
      </label>
      <div class="field-control">
        {children}
        {!isWide && <span class="unit">{isShort ? unit : ''}</span>}
      </div>
      <div class="field-reset">
        {origin !== 'default' && <Button label={`Reset ${label} ${resetTo}`} icon="reset" isBare onClick={onReset} />}
      </div>
      <p class="field-help" id={`${id}-help`}>
        {help}
      </p>
      {trouble && (
        <p class="field-trouble" role="alert">
          {trouble}
        </p>
      )}
      <ProblemList problems={problems} />
    </div>
  );
}
