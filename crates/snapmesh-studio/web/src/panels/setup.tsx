// The panel on the left: everything a kit can be told.

import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Tabs, type Tab } from '../parts/tabs';
import { kit } from '../state/session';
import { Connections } from './connections';
import { Parameters } from './parameters';
import { Pieces } from './pieces';
import { Rules } from './rules';

type Topic = 'parameters' | 'pieces' | 'connections' | 'rules';

const TABS: Tab<Topic>[] = [
  { value: 'parameters', label: 'Parameters', panel: () => <Parameters /> },
  { value: 'pieces', label: 'Pieces', panel: () => <Pieces /> },
  { value: 'connections', label: 'Connections', panel: () => <Connections /> },
  { value: 'rules', label: 'Rules', panel: () => <Rules /> },
];

const topic = signal<Topic>('parameters');

export function Setup() {
  const isUnmarked = kit.value?.has_file === false;
  // A folder of models has nothing to grow yet: what is to be done first is there.
  useEffect(() => void (isUnmarked && (topic.value = 'pieces')), [isUnmarked]);
  return (
    <aside class="panel setup" aria-label="Set-up">
      {kit.value ? (
        <Tabs label="Set-up" tabs={TABS} value={topic.value} onChange={(next) => (topic.value = next)} />
      ) : (
        <p class="empty">The kit is being read…</p>
      )}
    </aside>
  );
}
