import { useId } from 'preact/hooks';
import { Button } from '../parts/button';
import { NumberInput } from '../parts/number-input';
import { isSeedLocked, toggle } from '../state/preferences';
import { schemaOf, setNumber, valueOf } from '../state/settings';
import { rollDice } from '../state/shape';

/** The seed, with dice for another one and a lock against dice. */
export function Seed() {
  const id = useId();
  const schema = schemaOf('generation', 'seed') ?? { type: 'integer' };
  const value = valueOf('generation', 'seed') as number | string | undefined;
  const isLocked = isSeedLocked.value;
  return (
    <div class="seed">
      <label for={id}>Seed</label>
      <NumberInput
        id={id}
        label="Seed"
        schema={schema}
        value={value}
        onCommit={(digits) => digits !== null && setNumber('generation', 'seed', digits)}
      />
      <Button label="New seed" icon="dice" isBare shortcut="R" isDisabled={isLocked} onClick={rollDice} />
      <Button
        label="Lock the seed"
        icon={isLocked ? 'locked' : 'unlocked'}
        isBare
        isPressed={isLocked}
        title={isLocked ? 'Generate keeps this seed' : 'Generate takes a new seed each time'}
        onClick={() => toggle(isSeedLocked)}
      />
    </div>
  );
}
