import type { ComponentChild } from 'preact';
import { useId, useRef } from 'preact/hooks';

export interface Tab<T extends string> {
  value: T;
  label: string;
  panel(): ComponentChild;
}

interface Props<T extends string> {
  label: string;
  tabs: Tab<T>[];
  value: T;
  onChange(value: T): void;
}

/** Tabs over a panel. The arrow keys go from one to the next. */
export function Tabs<T extends string>({ label, tabs, value, onChange }: Props<T>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const shown = tabs.findIndex((tab) => tab.value === value);
  const move = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    const next = (shown + by + tabs.length) % tabs.length;
    onChange(tabs[next]!.value);
    (list.current?.children[next] as HTMLElement).focus();
  };
  return (
    <>
      <div ref={list} class="tabs" role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map((tab, index) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={index === shown}
            aria-controls={`${id}-panel`}
            tabIndex={index === shown ? 0 : -1}
            onClick={() => onChange(tab.value)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div class="panel-body" key={value} role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {tabs[shown]!.panel()}
      </div>
    </>
  );
}
