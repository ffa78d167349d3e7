interface Props {
  label: string;
  id?: string;
  value: string;
  choices: { value: string; label: string }[];
  describedBy?: string;
  onChange(value: string): void;
}

export function Select({ label, id, value, choices, describedBy, onChange }: Props) {
  return (
    <select
      id={id}
      class="input"
      aria-label={label}
      aria-describedby={describedBy}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value} selected={choice.value === value}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}
