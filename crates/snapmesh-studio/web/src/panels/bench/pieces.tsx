import { Thumbnail } from '../../parts/thumbnail';
import { counted } from '../../parts/words';
import { bench, benchFiles, openBench } from '../../state/bench';
import { nameOfFile, entryOf } from '../../state/files';
import { pieceAt } from '../../state/session';
import { pictureOfFile } from '../../state/thumbnails';
import { artVersion } from '../../state/view';

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

/** What the kit has made of a file. */
function factsOf(file: string): string {
  const known = pieceAt(entryOf(file)?.piece ?? -1);
  return known ? counted(known.connectors.length, 'connector') : 'not in use';
}
