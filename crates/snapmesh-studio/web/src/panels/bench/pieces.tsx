import { Thumbnail } from '../../parts/thumbnail';
import { counted } from '../../parts/words';
import { bench, benchFiles, openBench } from '../../state/bench';
import { nameOfFile, entryOf } from '../../state/files';
import { pieceAt } from '../../state/session';
import { entriesOf } from '../../state/settings';
import { pictureOfFile } from '../../state/thumbnails';
import { artVersion } from '../../state/view';
import { rolesOf } from '../piece-roles';

/** Every file of the kit's folder; the one on the bench is marked. */
export function BenchPieces() {
  return (
    <ul class="bench-pieces" aria-label="Files">
      {benchFiles.value.map((file) => (
        <li key={file}>
          <button type="button" aria-current={file === bench.value} title={file} onClick={() => openBench(file)}>
            <Thumbnail subject={`${file} ${artVersion.value}`} picture={() => pictureOfFile(file)} />
            <span class="bench-piece-name">{nameOfFile(file)}</span>
            <span class="piece-facts">{factsOf(file)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** What the kit makes of a file. On the bench, nothing grows: what was marked meanwhile is told from the wish. */
function factsOf(file: string): string {
  if (rolesOf(file).length === 0) return 'not in use';
  const given = entriesOf('pieces')[nameOfFile(file)]?.connectors;
  const known = pieceAt(entryOf(file)?.piece ?? -1);
  const count = Array.isArray(given) ? given.length : known?.connectors.length;
  return count === undefined ? 'in use' : counted(count, 'connector');
}
