import { useLayoutEffect, useState } from 'preact/hooks';

interface Props {
  id: string;
  label: string;
  text: string;
  describedBy?: string;
  placeholder?: string;
  onCommit(text: string): void;
}

/** A line of text, handed on when it is left or Enter is pressed. For settings that have no control of their own, TOML. */
export function TextInput({ id, label, text, describedBy, placeholder, onCommit }: Props) {
  const [draft, setDraft] = useState<string | null>(null);
  // At once: later, it would take what was typed meanwhile.
  useLayoutEffect(() => setDraft(null), [text]);
  const commit = () => {
    if (draft !== null && draft !== text) onCommit(draft.trim());
    setDraft(null);
  };
  return (
    <input
      type="text"
      class="input"
      id={id}
      aria-label={label}
      aria-describedby={describedBy}
      placeholder={placeholder}
      autocomplete="off"
      spellcheck={false}
      data-draft={draft === null ? undefined : ''}
      value={draft ?? text}
      onInput={(event) => setDraft(event.currentTarget.value)}
      onChange={commit}
    />
  );
}
