// The panel on the right: what is selected, or else the map as a whole; and every problem.

import { Button } from '../parts/button';
import { Fold } from '../parts/fold';
import { ProblemList } from '../parts/problem';
import { selected } from '../state/selection';
import { problems } from '../state/session';
import { isCap } from '../state/timeline';
import type { Target } from '../view';
import { FreeConnector } from './free-connector';
import { MapFacts } from './map-facts';
import { PlacedDoor } from './placed-door';
import { PlacedPiece } from './placed-piece';

function titleOf(target: Target | null): string {
  if (!target) return 'Map';
  if (target.kind === 'piece') return isCap(target.placed) ? 'Cap' : 'Piece';
  return target.kind === 'door' ? 'Door' : 'Free connector';
}

export function Selection() {
  const target = selected.value;
  const all = problems.value;
  return (
    <aside class="panel selection" aria-label="Selection">
      <header class="panel-head">
        <h2>{titleOf(target)}</h2>
        {target && <Button label="Deselect" icon="close" isBare shortcut="Esc" onClick={() => (selected.value = null)} />}
      </header>
      <div class="panel-body">
        {!target && <MapFacts />}
        {target?.kind === 'piece' && <PlacedPiece placed={target.placed} />}
        {target?.kind === 'door' && <PlacedDoor door={target.door} />}
        {target?.kind === 'connector' && <FreeConnector port={target.port} />}
        {all.length > 0 && (
          <Fold title="Problems" mark={<span class="badge">{all.length}</span>}>
            <ProblemList problems={all} withPlace />
          </Fold>
        )}
      </div>
    </aside>
  );
}
