import { Button } from '../../parts/button';
import { Fold } from '../../parts/fold';
import { NumberInput } from '../../parts/number-input';
import { brief } from '../../parts/words';
import type { BoxNote, Vec3 } from '../../protocol';
import { acceptBoxes, addBox, boxes, changeBox } from '../../state/marks';
import { proposed } from '../../state/bench';
import { MarkItem } from './mark-item';
import { Origin } from './origin';
import { VectorInput } from './vector';

const DEGREES = { type: 'number', minimum: -360, maximum: 360, default: 150 };

export function BenchBoxes() {
  const all = boxes.value;
  const found = proposed.value?.said.boxes;
  return (
    <Fold title="Boxes" mark={<span class="badge">{all.length}</span>} isClosed>
      <Origin name="boxes" />
      {all.length === 0 && <p class="empty">None: this piece overlaps nothing.</p>}
      <ul class="marks" aria-label="Boxes">
        {all.map((box, index) => (
          <BoxItem key={index} box={box} index={index} />
        ))}
      </ul>
      <div class="row">
        <Button label="Add a box" icon="plus" onClick={addBox} />
        {found && <Button label={`Take the ${found.length} proposed`} onClick={acceptBoxes} />}
      </div>
    </Fold>
  );
}

function BoxItem({ box, index }: { box: BoxNote; index: number }) {
  const name = `Box ${index + 1}`;
  const size = 'min' in box ? (box.max.map((x, axis) => x - box.min[axis]!) as Vec3) : (box.half.map((x) => x * 2) as Vec3);
  const change = (next: BoxNote) => changeBox(index, next, `box ${index}`);
  return (
    <MarkItem mark={{ kind: 'box', index }} name={name} facts={`${size.map((side) => brief(side, 2)).join(' × ')} m`}>
      {'min' in box ? <Corners box={box} name={name} onChange={change} /> : <Turned box={box} name={name} onChange={change} />}
    </MarkItem>
  );
}

interface Props<B extends BoxNote> {
  box: B;
  name: string;
  onChange(box: BoxNote): void;
}

/** The corner that is typed counts: the other one moves along where it would be on the wrong side. */
function Corners({ box: { min, max }, name, onChange }: Props<Extract<BoxNote, { min: Vec3 }>>) {
  const low = (corner: Vec3) => onChange({ min: corner, max: max.map((x, axis) => Math.max(x, corner[axis]!)) as Vec3 });
  const high = (corner: Vec3) => onChange({ max: corner, min: min.map((x, axis) => Math.min(x, corner[axis]!)) as Vec3 });
  return (
    <>
      <VectorInput of={name} name="from" value={min} onChange={low} />
      <VectorInput of={name} name="to" value={max} onChange={high} />
    </>
  );
}

function Turned({ box, name, onChange }: Props<Extract<BoxNote, { center: Vec3 }>>) {
  const positive = (half: Vec3) => half.map((x) => Math.max(x, 0)) as Vec3;
  return (
    <>
      <VectorInput of={name} name="middle" value={box.center} onChange={(center) => onChange({ ...box, center })} />
      <VectorInput of={name} name="half" value={box.half} onChange={(half) => onChange({ ...box, half: positive(half) })} />
      <div class="mark-looks">
        <label>
          <span>Turn</span>
          <NumberInput
            label={`${name}, turn in degrees`}
            schema={DEGREES}
            value={box.turn ?? 0}
            onCommit={(digits) => digits && onChange({ ...box, turn: Number(digits) })}
          />
        </label>
      </div>
    </>
  );
}
