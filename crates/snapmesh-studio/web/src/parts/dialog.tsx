import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from './button';

interface Props {
  title: string;
  children: ComponentChildren;
  onClose(): void;
}

/** A window over the page. The browser keeps the focus in it and closes it with Escape. */
export function Dialog({ title, children, onClose }: Props) {
  const element = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // Before anything else happens: keys pressed from now on are for the window.
  useLayoutEffect(() => element.current?.showModal(), []);
  const closeIfBeside = (event: MouseEvent) => event.target === element.current && onClose();
  return (
    <dialog ref={element} class="dialog" aria-labelledby={heading} onClose={onClose} onClick={closeIfBeside}>
      <div class="dialog-body">
        <header class="dialog-head">
          <h2 id={heading}>{title}</h2>
          <Button label="Close" icon="close" isBare onClick={onClose} />
        </header>
        {children}
      </div>
    </dialog>
  );
}
