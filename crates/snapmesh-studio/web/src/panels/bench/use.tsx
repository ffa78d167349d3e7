import { Fold } from '../../parts/fold';
import { Tick } from '../../parts/tick';
import { bench, piece } from '../../state/bench';
import { nameOfFile } from '../../state/files';
import { connectors } from '../../state/marks';
import { setStarter, setUsed, starting, used } from '../../state/pieces';
import { EndToggles, RoleChips, rolesOf } from '../piece-roles';

/** What the piece is there for. Whoever has marked it need not look for it in the list of all. */
export function BenchUse() {
  const file = bench.value;
  if (file === null) return null;
  const name = nameOfFile(file);
  const isUnused = rolesOf(file).length === 0;
  return (
    <Fold title="Use" mark={isUnused ? <span class="badge">not in use</span> : <RoleChips file={file} name={name} />}>
      <div class="bench-use">
        {isUnused && connectors.value.length > 0 && (
          <p class="field-help">It is marked. Say what it is there for, and maps have it.</p>
        )}
        <Tick label="Draw it as a piece" isOn={used.value.has(file)} onChange={(isOn) => setUsed(file, isOn)} />
        <Tick label="Start maps with it" isOn={starting.value.has(file)} onChange={(isOn) => setStarter(file, isOn)} />
        {connectors.value.length === 1 && <EndToggles file={file} name={name} unused={piece.value?.info} />}
      </div>
    </Fold>
  );
}
