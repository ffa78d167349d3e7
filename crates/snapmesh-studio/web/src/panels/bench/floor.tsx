import { useId } from 'preact/hooks';
import { Fold } from '../../parts/fold';
import { TextInput } from '../../parts/text-input';
import { Tick } from '../../parts/tick';
import { piece } from '../../state/bench';
import { isGiven, marks, setFloor } from '../../state/marks';

/** What can be walked on, by name. Nothing ticked: whatever is not too steep. */
export function BenchFloor() {
  const id = useId();
  const names = marks.value.floor ?? [];
  const parts = piece.value?.parts ?? [];
  const patterns = names.filter((name) => !parts.some((part) => part.name === name));
  const toggle = (name: string, isOn: boolean) => setFloor(isOn ? [...names, name] : names.filter((other) => other !== name));
  const setPatterns = (text: string) => {
    const typed = text.split(',').map((name) => name.trim()).filter(Boolean);
    setFloor([...names.filter((name) => !patterns.includes(name)), ...typed]);
  };
  return (
    <Fold title="Floor" isClosed>
      <p class="field-help">
        {isGiven('floor') ? 'Only this can be walked on.' : 'Whatever is not too steep can be walked on. Tick parts, and only they can.'}
      </p>
      <ul class="bench-parts" aria-label="Parts of the piece">
        {parts.map(({ name }) => (
          <li key={name}>
            <Tick label={name} isOn={names.includes(name)} onChange={(isOn) => toggle(name, isOn)} />
          </li>
        ))}
      </ul>
      <TextInput id={id} label="Patterns of names" text={patterns.join(', ')} placeholder="patterns, as stairs*" onCommit={setPatterns} />
    </Fold>
  );
}
