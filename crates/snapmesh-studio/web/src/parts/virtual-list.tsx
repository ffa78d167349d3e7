import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

interface Props {
  label: string;
  count: number;
  rowHeight: number;
  /** The row that is kept in sight. */
  current: number;
  row(index: number): ComponentChildren;
}

const BEYOND = 8;
/** In pixels, until it is known. */
const FIRST_HEIGHT = 400;

/** A list of which only the rows in sight are there: it may have a hundred thousand. */
export function VirtualList({ label, count, rowHeight, current, row }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(FIRST_HEIGHT);
  const first = Math.max(0, Math.floor(top / rowHeight) - BEYOND);
  const last = Math.min(count, Math.ceil((top + height) / rowHeight) + BEYOND);

  // The list is not asked for its height each time: the browser would lay out the whole page to answer.
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setHeight(entry!.contentRect.height));
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (element.current && current >= 0) bringIntoSight(element.current, current * rowHeight, rowHeight);
  }, [current, count, rowHeight]);

  const rows = [];
  for (let index = first; index < last; index += 1) rows.push(row(index));
  return (
    <div
      ref={element}
      class="virtual-list"
      role="list"
      aria-label={label}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
    >
      <div class="virtual-space" style={{ height: `${count * rowHeight}px`, paddingTop: `${first * rowHeight}px` }}>
        {rows}
      </div>
    </div>
  );
}

function bringIntoSight(list: HTMLElement, top: number, height: number): void {
  if (top < list.scrollTop) list.scrollTop = top;
  else if (top + height > list.scrollTop + list.clientHeight) list.scrollTop = top + height - list.clientHeight;
}
