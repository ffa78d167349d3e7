import type { ComponentChildren } from 'preact';

interface Props {
  title: string;
  /** A number or mark beside the title. */
  mark?: ComponentChildren;
  isClosed?: boolean;
  children: ComponentChildren;
}

/** A group of things under a title that can be folded away. */
export function Fold({ title, mark, isClosed, children }: Props) {
  return (
    <details class="fold" open={!isClosed}>
      <summary>
        <h3>{title}</h3>
        {mark}
      </summary>
      <div class="fold-body">{children}</div>
    </details>
  );
}
