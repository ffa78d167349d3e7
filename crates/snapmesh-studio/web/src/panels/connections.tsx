import { useState } from 'preact/hooks';
import { Fold } from '../parts/fold';
import { Button } from '../parts/button';
import { ProblemList } from '../parts/problem';
import { Swatch } from '../parts/swatch';
import { Tick } from '../parts/tick';
import { matrix, toggleColors } from '../state/matrix';
import { kit } from '../state/session';
import { originOf, problemsAt, reset } from '../state/settings';
import { Ends } from './ends';
import { LoopabilityFold } from './loopability';
import { Settings } from './parameters';

const MATRIX = 'connection.color_matrix';

export function Connections() {
  const schema = kit.value?.schema.properties?.connection;
  if (!schema) return null;
  return (
    <>
      <Fold title="Matching">
        <Settings section="connection" schema={schema} leftOut={[MATRIX]} />
      </Fold>
      <Fold title="Color matrix">
        <ColorMatrix />
      </Fold>
      <Fold title="Ends">
        <Ends />
      </Fold>
      <LoopabilityFold />
    </>
  );
}

function ColorMatrix() {
  const [isSymmetric, setSymmetric] = useState(true);
  const colors = kit.value?.colors ?? [];
  const origin = originOf('connection', 'color_matrix');
  if (colors.length === 0) return <p class="empty">No connector has a color yet.</p>;
  return (
    <>
      <p class="field-help">Rows: the color of the guide, already on the map. Columns: the color of the tentative piece.</p>
      <Grid colors={colors} isSymmetric={isSymmetric} />
      <div class="row">
        <Tick
          label="Symmetric"
          title="A click sets both directions"
          isOn={isSymmetric}
          onChange={setSymmetric}
        />
        {origin !== 'default' && (
          <Button label="Reset the color matrix" icon="reset" isBare onClick={() => reset('connection', 'color_matrix')} />
        )}
      </div>
      <ProblemList problems={problemsAt('connection', 'color_matrix')} />
    </>
  );
}

function Grid({ colors, isSymmetric }: { colors: string[]; isSymmetric: boolean }) {
  const rows = matrix();
  return (
    <div class="matrix-scroll">
      <table class="matrix" aria-label="Which color accepts which">
        <thead>
          <tr>
            <td />
            {colors.map((color) => (
              <th key={color} scope="col">
                <span class="matrix-column">{color}</span>
                <Swatch color={color} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {colors.map((guide, row) => (
            <tr key={guide}>
              <th scope="row">
                <span class="matrix-row">{guide}</span>
                <Swatch color={guide} />
              </th>
              {colors.map((tentative, column) => (
                <td key={tentative}>
                  <button
                    type="button"
                    class="matrix-field"
                    aria-label={`${guide} accepts ${tentative}`}
                    title={`${guide} accepts ${tentative}`}
                    aria-pressed={rows[row]![column]!}
                    onClick={() => toggleColors(row, column, isSymmetric)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
