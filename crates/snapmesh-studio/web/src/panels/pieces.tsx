import { Fold } from '../parts/fold';
import { counted } from '../parts/words';
import { kit } from '../state/session';
import { used } from '../state/pieces';
import { Settings } from './parameters';
import { PieceRow } from './piece-row';

/** Ticks at the pieces say these. */
const TICKED = ['kit.pieces', 'kit.starters', 'kit.use_starters'];

export function Pieces() {
  if (!kit.value) return null;
  const { catalog, schema } = kit.value;
  const ticked = catalog.filter(({ file }) => used.value.has(file)).length;
  const section = schema.properties?.kit;
  return (
    <>
      <p class="list-head">
        {ticked} of {counted(catalog.length, 'piece')} used
      </p>
      {catalog.length === 0 && <p class="empty">The folder of the kit has no .glb or .gltf files yet.</p>}
      <ul class="pieces" aria-label="Pieces">
        {catalog.map((entry) => (
          <PieceRow key={entry.file} entry={entry} />
        ))}
      </ul>
      {section && (
        <Fold title="Kit" isClosed>
          <Settings section="kit" schema={section} leftOut={TICKED} />
        </Fold>
      )}
    </>
  );
}
