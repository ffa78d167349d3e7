// For kits that are not marked yet: all of it at once, as `snapmesh mark --write` does it.

import { Button } from '../parts/button';
import { Fold } from '../parts/fold';
import { Sentence } from '../parts/sentence';
import { counted } from '../parts/words';
import { benchFiles, openBench } from '../state/bench';
import { nameOfFile } from '../state/files';
import { doubts, isMarking, isUnmarked, markAll } from '../state/mark-all';
import { hasError, kit } from '../state/session';

/** For a kit that has pieces without connectors; for a folder of models, there is [`FirstSteps`]. */
export function Unmarked() {
  if (!kit.value?.has_file || !hasError.value || kit.value.catalog.length === 0) return null;
  return (
    <div class="unmarked">
      <p>
        Pieces without connectors cannot be joined. Doorways can be found in their meshes, or marked one by one: open a piece.
      </p>
      <FindAll />
    </div>
  );
}

function FindAll() {
  return (
    <Button
      label={isMarking.value ? 'Looking…' : 'Find all doorways'}
      title="Looks at every piece without connectors, and writes what it finds into kit.toml"
      isPrimary
      isDisabled={isMarking.value}
      onClick={() => void markAll()}
    />
  );
}

/** In place of a map, while there is none because nothing is marked: what to do first. */
export function FirstSteps() {
  if (!isUnmarked.value) return null;
  const [first] = benchFiles.value;
  return (
    <section class="first-steps" aria-label="First steps">
      <h2>{counted(benchFiles.value.length, 'model')}, and no doorway is marked yet</h2>
      <p>
        Maps grow where doorways meet. They can be found in the meshes, for you to look at and to correct; walls and barrels are left
        out. The models stay as they are: what is found goes into kit.toml.
      </p>
      <div class="row">
        <FindAll />
        {first !== undefined && <Button label="Mark them one by one" onClick={() => openBench(first)} />}
      </div>
    </section>
  );
}

/** What was not sure when all was marked: to be looked at, piece by piece. */
export function Doubts() {
  if (doubts.value.length === 0) return null;
  const fileOf = (id: string) => benchFiles.value.find((file) => nameOfFile(file) === id);
  return (
    <Fold title="To be looked at" mark={<span class="badge">{doubts.value.length}</span>}>
      <ul class="doubts" aria-label="Doubts">
        {doubts.value.map((doubt) => {
          const [id = '', ...words] = doubt.split(': ');
          const file = fileOf(id);
          return (
            <li key={doubt}>
              {file === undefined ? id : <OpenPiece file={file} />}: <Sentence text={words.join(': ')} />
            </li>
          );
        })}
      </ul>
      <Button label="Done" icon="check" onClick={() => (doubts.value = [])} />
    </Fold>
  );
}

function OpenPiece({ file }: { file: string }) {
  return (
    <button type="button" class="link" title="Put it on the bench" onClick={() => openBench(file)}>
      {nameOfFile(file)}
    </button>
  );
}
