import { useId } from 'preact/hooks';
import { Button } from '../../parts/button';
import { Fold } from '../../parts/fold';
import { NumberInput } from '../../parts/number-input';
import { ProblemList } from '../../parts/problem';
import { Swatch } from '../../parts/swatch';
import { TextInput } from '../../parts/text-input';
import { counted } from '../../parts/words';
import type { ConnectorNote, Measures } from '../../protocol';
import { piece } from '../../state/bench';
import { kit } from '../../state/session';
import { addPlainConnector, changeConnector, connectors, degreesOf, headingOf } from '../../state/marks';
import { MarkItem } from './mark-item';
import { Origin } from './origin';
import { VectorInput } from './vector';

const DEGREES = { type: 'number', minimum: -360, maximum: 720, default: 150 };
const PINS = { type: 'integer', minimum: 1, maximum: 1000, default: 1 };

export function BenchConnectors() {
  const all = connectors.value;
  return (
    <Fold title="Connectors" mark={<span class="badge">{all.length}</span>}>
      <Origin name="connectors" />
      {all.length === 0 && <p class="empty">None yet, so nothing can be joined to this piece.</p>}
      <ul class="marks" aria-label="Connectors">
        {all.map((note, index) => (
          <ConnectorItem key={index} note={note} index={index} />
        ))}
      </ul>
      <Button label="Add a connector" icon="plus" shortcut="A" onClick={() => addPlainConnector()} />
    </Fold>
  );
}

function ConnectorItem({ note, index }: { note: ConnectorNote; index: number }) {
  const name = `Connector ${index + 1}`;
  const measures = piece.value?.measures[index];
  const problems = piece.value?.problems.filter(({ connector }) => connector === index) ?? [];
  const facts = (
    <>
      <Swatch color={note.color} /> {counted(note.pins, 'pin')}
      {measures?.width ? `, ${measures.width.toFixed(2)} m wide` : ''}
    </>
  );
  return (
    <>
      <MarkItem mark={{ kind: 'connector', index }} name={name} facts={facts}>
        <VectorInput of={name} value={note.at} onChange={(at) => changeConnector(index, { at }, `at ${index}`)} />
        <Looks note={note} index={index} name={name} />
        {measures && <MeasureLine measures={measures} />}
      </MarkItem>
      {problems.length > 0 && (
        <li class="mark-problems">
          <ProblemList problems={problems} />
        </li>
      )}
    </>
  );
}

/** Heading, pins and color. */
function Looks({ note, index, name }: { note: ConnectorNote; index: number; name: string }) {
  const id = useId();
  const degrees = degreesOf(note.heading);
  return (
    <div class="mark-looks">
      <label>
        <span>Heading</span>
        {degrees === null ? (
          <span class="unit">{note.heading[1] > 0 ? 'up' : 'down'}</span>
        ) : (
          <NumberInput
            label={`${name}, heading in degrees`}
            schema={DEGREES}
            value={degrees}
            onCommit={(digits) => digits && changeConnector(index, { heading: headingOf(Number(digits)) }, `heading ${index}`)}
          />
        )}
      </label>
      <label>
        <span>Pins</span>
        <NumberInput
          label={`${name}, pins`}
          schema={PINS}
          value={note.pins}
          onCommit={(digits) => digits && changeConnector(index, { pins: Number(digits) }, `pins ${index}`)}
        />
      </label>
      <label for={id}>
        <span>Color</span>
        <TextInput
          id={id}
          label={`${name}, color`}
          text={note.color}
          suggestions={kit.value?.colors}
          onCommit={(color) => color && changeConnector(index, { color: color.toLowerCase() })}
        />
      </label>
    </div>
  );
}

/** What the mesh says about the doorway. */
function MeasureLine({ measures: { floor, reach, headroom } }: { measures: Measures }) {
  if (floor === null || floor === undefined) return <p class="field-help">No floor was found here.</p>;
  const height = Math.abs(floor) < 0.005 ? 'on the floor' : `${Math.abs(floor).toFixed(2)} m ${floor < 0 ? 'above' : 'below'} the floor`;
  const edge = reach === null || reach === undefined ? '' : edgeInWords(reach);
  const room = headroom === null ? 'open above' : `${headroom.toFixed(2)} m of headroom`;
  return <p class="field-help">{[height, edge, room].filter(Boolean).join(', ')}</p>;
}

function edgeInWords(reach: number): string {
  if (Math.abs(reach) < 0.005) return 'at its edge';
  return `${Math.abs(reach).toFixed(2)} m ${reach < 0 ? 'beyond' : 'before'} its edge`;
}
