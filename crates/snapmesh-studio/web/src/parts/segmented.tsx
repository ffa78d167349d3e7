import { useId } from 'preact/hooks';
import { Icon, type IconName } from './icon';

export interface Choice<T extends string> {
  value: T;
  label: string;
  icon?: IconName;
  title?: string;
}

interface Props<T extends string> {
  label: string;
  choices: Choice<T>[];
  value: T | undefined;
  describedBy?: string;
  onChange(value: T): void;
}

/** One of a few, all of them in sight. Choices with an icon show it instead of their label. */
export function Segmented<T extends string>({ label, choices, value, describedBy, onChange }: Props<T>) {
  const name = useId();
  return (
    <div class="segmented" role="radiogroup" aria-label={label} aria-describedby={describedBy}>
      {choices.map((choice) => (
        <label key={choice.value} title={choice.title}>
          <input
            type="radio"
            name={name}
            aria-label={choice.label}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <span>{choice.icon ? <Icon name={choice.icon} /> : choice.label}</span>
        </label>
      ))}
    </div>
  );
}
