import type { ComponentChildren } from 'preact';
import { Button } from '../../parts/button';
import { isSelected, selectedMark, type Mark } from '../../state/bench';
import { removeSelected } from '../../state/marks';

interface Props {
  mark: Mark;
  name: string;
  /** What is said beside the name. */
  facts: ComponentChildren;
  children: ComponentChildren;
}

/** A connector or a box in its list: a line, and all of it while it is selected. */
export function MarkItem({ mark, name, facts, children }: Props) {
  const isOpen = isSelected(mark);
  return (
    <li class={isOpen ? 'mark open' : 'mark'} aria-label={name}>
      <button type="button" class="mark-line" aria-expanded={isOpen} onClick={() => (selectedMark.value = isOpen ? null : mark)}>
        <span class="mark-name">{name}</span>
        <span class="mark-facts">{facts}</span>
      </button>
      {isOpen && (
        <div class="mark-body">
          {children}
          <Button label={`Delete ${name.toLowerCase()}`} icon="close" shortcut="Delete" onClick={removeSelected} />
        </div>
      )}
    </li>
  );
}
