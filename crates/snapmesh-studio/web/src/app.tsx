// The page: a bar on top, panels on three sides, the view in the middle.

import { Bench } from './panels/bench/bench';
import { bench } from './state/bench';
import { isComparing } from './state/compare';
import { dialog } from './state/dialogs';
import { connection } from './state/link';
import { message } from './state/messages';
import { folds } from './state/preferences';
import { map, walked } from './state/session';
import { Compare } from './panels/compare';
import { KeysHelp } from './panels/keys-help';
import { SearchPanel } from './panels/search';
import { Selection } from './panels/selection';
import { Setup } from './panels/setup';
import { Share } from './panels/share';
import { Timeline } from './panels/timeline';
import { TopBar } from './panels/top-bar';
import { Viewport } from './panels/viewport';
import { Welcome } from './panels/welcome';

export function App() {
  return (
    <div class={bench.value === null ? 'page' : 'page at-bench'}>
      <TopBar />
      {connection.value === 'lost' && (
        <div class="lost" role="alert">
          The connection is lost; trying again. Your changes are kept.
        </div>
      )}
      <div class="middle" inert={bench.value !== null}>
        {!folds.setup.value && <Setup />}
        <div class="center">
          {isComparing.value && <Compare />}
          <div class={isComparing.value ? 'away' : 'here'}>
            <Viewport />
            {!folds.timeline.value && <Timeline />}
          </div>
          <Welcome />
        </div>
        {!folds.selection.value && (isComparing.value ? <SearchPanel /> : <Selection />)}
      </div>
      <Bench />
      {message.value && (
        <div class={message.value.isBad ? 'message bad' : 'message'} role="status">
          {message.value.text}
        </div>
      )}
      <div class="hidden" role="status" aria-live="polite">
        {announcement()}
      </div>
      {dialog.value === 'keys' && <KeysHelp />}
      {dialog.value === 'share' && <Share />}
    </div>
  );
}

/** For those who do not see the map. */
function announcement(): string {
  if (!map.value || !walked.value) return '';
  return `Map of ${map.value.pieces} pieces, connectivity ${walked.value.connectivity.toFixed(2)}`;
}
