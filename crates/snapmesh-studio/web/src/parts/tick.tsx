interface Props {
  label: string;
  /** What it does, in softer letters behind the label. */
  hint?: string;
  isOn: boolean;
  /** Looks like a switch: for what is on or off at once, and not one of several. */
  isSwitch?: boolean;
  /** The label is said and not shown. */
  isBare?: boolean;
  id?: string;
  title?: string;
  describedBy?: string;
  onChange(isOn: boolean): void;
}

export function Tick({ label, hint, isOn, isSwitch, isBare, id, title, describedBy, onChange }: Props) {
  return (
    <label class={isSwitch ? 'tick switch' : 'tick'} title={title}>
      <input
        type="checkbox"
        id={id}
        role={isSwitch ? 'switch' : undefined}
        aria-label={isBare ? label : undefined}
        aria-describedby={describedBy}
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {!isBare && <span>{label}</span>}
      {hint && <span class="tick-hint">{hint}</span>}
    </label>
  );
}
