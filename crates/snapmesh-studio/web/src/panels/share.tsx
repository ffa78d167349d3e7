import { useState } from 'preact/hooks';
import { Button } from '../parts/button';
import { Dialog } from '../parts/dialog';
import { Segmented, type Choice } from '../parts/segmented';
import type { ExportOptions } from '../protocol';
import { closeDialog } from '../state/dialogs';
import { setup } from '../state/session';
import { steps } from '../state/shape';
import { copy, downloadPicture, exportMap, type Ending } from '../state/share';
import { ExportFields } from './export-fields';

const ENDINGS: Choice<Ending>[] = [
  { value: 'glb', label: 'GLB', title: 'The map as a 3D model, for engines and Blender' },
  { value: 'json', label: 'JSON', title: 'The map as data: pieces and where they are' },
  { value: 'png', label: 'PNG', title: 'A picture' },
  { value: 'svg', label: 'SVG', title: 'A plan' },
  { value: 'obj', label: 'OBJ', title: 'The map as an old-fashioned 3D model' },
];

export function Share() {
  return (
    <Dialog title="Share" onClose={closeDialog}>
      <Copied label="Link to this map" text={location.href} />
      {steps.value.length > 0 ? <ShapedNote /> : <Copied label="Command that makes this map" text={setup.value?.command ?? ''} />}
      <Export />
      <section class="dialog-part">
        <h3>Picture of this view</h3>
        <Button label="Download the picture" icon="download" onClick={() => void downloadPicture()} />
      </section>
    </Dialog>
  );
}

function ShapedNote() {
  return (
    <section class="dialog-part">
      <h3>Shaped by hand</h3>
      <p class="field-help">
        No single command makes this map. Download it as JSON: validate, render and explain take it, and so does generate --from.
      </p>
    </section>
  );
}

function Copied({ label, text }: { label: string; text: string }) {
  return (
    <section class="dialog-part">
      <h3>{label}</h3>
      <div class="row">
        <input class="input code grow" aria-label={label} readOnly value={text} onFocus={(event) => event.currentTarget.select()} />
        <Button label="Copy" title={`Copy: ${label}`} icon="copy" onClick={() => void copy(text, label)} />
      </div>
    </section>
  );
}

function Export() {
  const [ending, setEnding] = useState<Ending>('glb');
  const [options, setOptions] = useState<ExportOptions>({});
  return (
    <section class="dialog-part">
      <h3>Export</h3>
      <Segmented label="Format" choices={ENDINGS} value={ending} onChange={(next) => setEnding(next)} />
      <ExportFields ending={ending} options={options} onChange={(changed) => setOptions({ ...options, ...changed })} />
      <Button
        label={`Download ${ending.toUpperCase()}`}
        icon="download"
        isPrimary
        onClick={() => void exportMap(ending, options)}
      />
    </section>
  );
}
