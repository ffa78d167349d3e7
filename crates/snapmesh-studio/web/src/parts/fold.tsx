import type { ComponentChildren } from 'preact';

interface Props {
  title: string;
  /** A number or mark beside the title. */
  mark?: ComponentChildren;
  isClosed?: boolean;
  /** It was opened. */
  onOpen?(): void;
  children: ComponentChildren;
}

/** A group of things under a title that can be folded away. */
export function Fold({ title, mark, isClosed, onOpen, children }: Props) {
  return (
    <details class="fold" open={!isClosed} onToggle={(event) => event.currentTarget.open && onOpen?.()}>
      <summary>
        <h3>{title}</h3>
        {mark}
      </summary>
      <div class="fold-body">{children}</div>
    </details>
  );
}
