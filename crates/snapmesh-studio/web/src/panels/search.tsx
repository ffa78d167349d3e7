// The panel on the right while maps are compared: what is demanded, how far the search is, and what it came to.

import { Button } from '../parts/button';
import { Fold } from '../parts/fold';
import { ProblemList } from '../parts/problem';
import { brief, counted, readable } from '../parts/words';
import type { DemandTally, SearchedAnswer, SearchingAnswer } from '../protocol';
import { metrics } from '../state/compare';
import { bestBy, cancelSearch, demandTroubles, goal, isOutOfDate, isSearching, outcome, progress, search } from '../state/search';
import { hasError } from '../state/session';
import { Demands } from './demands';
import { inWords } from './gallery';
import { SearchGoal } from './search-goal';

export function SearchPanel() {
  const isTroubled = Object.keys(demandTroubles.value).length > 0;
  return (
    <aside class="panel selection search" aria-label="Search">
      <header class="panel-head">
        <h2>Search</h2>
      </header>
      <div class="panel-body">
        <p class="field-help">Seeds are tried until a map has all that you demand. Leave empty what does not matter.</p>
        <Demands />
        <SearchGoal />
        {isSearching.value ? (
          <Button label="Cancel" icon="close" onClick={cancelSearch} />
        ) : (
          <Button label="Search" isPrimary isDisabled={hasError.value || isTroubled} onClick={() => void search()} />
        )}
        {isTroubled && <p class="field-help">A demand cannot be taken as it is typed: mend it, or empty it.</p>}
        <div role="status" class="search-state">
          {progress.value === 'begun' && <p class="empty">The first seeds are tried…</p>}
          {progress.value !== null && progress.value !== 'begun' && <Progress told={progress.value} />}
          {outcome.value?.answer === 'searched' && <Outcome told={outcome.value} />}
          {outcome.value?.answer === 'failed' && <ProblemList problems={outcome.value.problems} withPlace />}
        </div>
      </div>
    </aside>
  );
}

function Progress({ told }: { told: SearchingAnswer }) {
  const { tried, tries } = told;
  return (
    <>
      <div
        class="progress"
        role="progressbar"
        aria-label="Seeds tried"
        aria-valuenow={tried}
        aria-valuemin={0}
        aria-valuemax={tries}
      >
        <span style={{ width: `${(100 * tried) / tries}%` }} />
      </div>
      <p>
        {brief(tried, 0)} of {counted(tries, 'seed')} tried{best(told)}
      </p>
      <Tallies demands={told.demands} />
    </>
  );
}

function best({ best, fulfilled }: Pick<SearchingAnswer, 'best' | 'fulfilled'>): string {
  const metric = metrics.value.find(({ name }) => name === bestBy.value);
  if (goal.value !== 'best' || best === null || !metric) return '';
  return `; ${counted(fulfilled, 'map')} will do, best ${readable(metric.name).toLowerCase()} ${inWords(best, metric)}`;
}

function Outcome({ told }: { told: SearchedAnswer }) {
  return (
    <>
      <p class={told.found.length > 0 ? 'search-end good' : 'search-end'}>{sentence(told)}</p>
      {isOutOfDate.value && <p class="field-help">The settings have changed since: search again.</p>}
      {told.found.length === 0 && told.closest.length > 0 && (
        <p class="field-help">The maps that came closest are shown, each with what it misses.</p>
      )}
      {told.demands.length > 0 && (
        <Fold title="Demands">
          <Tallies demands={told.demands} />
        </Fold>
      )}
    </>
  );
}

function sentence(told: SearchedAnswer): string {
  const { end, found, fulfilled, tried } = told;
  const stopped = end === 'stopped' ? 'Cancelled: ' : '';
  const seeds = counted(tried, 'seed');
  if (found.length === 0) return `${stopped}${stopped ? 'nothing' : 'Nothing'} found among ${seeds}.`;
  if (goal.value === 'first') return `Found: seed ${found[0]}, after ${seeds}.`;
  return `${stopped}the best ${found.length} of ${counted(fulfilled, 'map')}; ${seeds} tried.`.replace(/^t/, 'T');
}

/** How often each demand was missed. */
function Tallies({ demands }: { demands: DemandTally[] }) {
  return (
    <ul class="tallies" aria-label="Demands">
      {demands.map(({ demand, looked, missed, spread, hardest }) => (
        <li key={demand} class={hardest ? 'hardest' : undefined}>
          <span>
            {demand}
            {hardest && <b> the hardest</b>}
          </span>
          <span class="field-help">
            missed by {brief(missed, 0)} of {counted(looked, 'map')}
            {spread && `; seen: ${spread.map((value) => brief(value, 2)).join(' – ')}`}
          </span>
        </li>
      ))}
    </ul>
  );
}
