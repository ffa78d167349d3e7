import { Fold } from '../parts/fold';
import { counted } from '../parts/words';
import type { CatalogEntry } from '../protocol';
import { kit } from '../state/session';
import { Settings } from './parameters';
import { rolesOf } from './piece-roles';
import { PieceRow } from './piece-row';
import { Doubts, Unmarked } from './unmarked';

/** Ticks at the pieces say these. */
const TICKED = ['kit.pieces', 'kit.starters', 'kit.use_starters'];

export function Pieces() {
  if (!kit.value) return null;
  const { catalog, schema } = kit.value;
  const section = schema.properties?.kit;
  return (
    <>
      <p class="list-head">
        {usesOf(catalog)}
      </p>
      <Unmarked />
      <Doubts />
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

/** "10 of 17 files used as pieces, 3 as caps, 4 as doors" */
function usesOf(catalog: CatalogEntry[]): string {
  const count = (role: 'piece' | 'cap' | 'door') => catalog.filter(({ file }) => rolesOf(file).includes(role)).length;
  const ends = [[count('cap'), 'cap'], [count('door'), 'door']] as const;
  const others = ends.filter(([number]) => number > 0).map(([number, what]) => `, ${number} as ${what}${number === 1 ? '' : 's'}`);
  return `${count('piece')} of ${counted(catalog.length, 'file')} used as pieces${others.join('')}`;
}
