import { useLayoutEffect, useState } from 'preact/hooks';
import { givesUp } from './give-up';

interface Props {
  id: string;
  label: string;
  text: string;
  describedBy?: string;
  placeholder?: string;
  /** What may be meant; anything else can be typed, too. */
  suggestions?: string[];
  onCommit(text: string): void;
}

/** A line of text, handed on when it is left or Enter is pressed, and given up by Escape. For settings that have no control of their own, TOML. */
export function TextInput({ id, label, text, describedBy, placeholder, suggestions, onCommit }: Props) {
  const [draft, setDraft] = useState<string | null>(null);
  // At once: later, it would take what was typed meanwhile.
  useLayoutEffect(() => setDraft(null), [text]);
  const commit = (typed: string) => {
    if (typed !== text) onCommit(typed.trim());
    setDraft(null);
  };
  const list = suggestions && `${id}-list`;
  const field = (
    <input
      type="text"
      class="input"
      id={id}
      aria-label={label}
      aria-describedby={describedBy}
      placeholder={placeholder}
      list={list}
      autocomplete="off"
      spellcheck={false}
      data-draft={draft === null ? undefined : ''}
      value={draft ?? text}
      onInput={(event) => setDraft(event.currentTarget.value)}
      onChange={(event) => commit(event.currentTarget.value)}
      onKeyDown={(event) => givesUp(event, text) && setDraft(null)}
    />
  );
  if (!suggestions) return field;
  return (
    <>
      {field}
      <datalist id={list}>
        {suggestions.map((suggestion) => (
          <option key={suggestion} value={suggestion} />
        ))}
      </datalist>
    </>
  );
}
