import { useId } from 'preact/hooks';
import { NumberInput } from '../parts/number-input';
import { Segmented, type Choice } from '../parts/segmented';
import { Select } from '../parts/select';
import { bestBy, bestCount, chooseBy, goal, isLowest, searchFrom, tries, type Goal } from '../state/search';
import { metricChoices } from './compare-choices';

const GOALS: Choice<Goal>[] = [
  { value: 'first', label: 'The first', title: 'The first map that has all of it' },
  { value: 'best', label: 'The best', title: 'Of all seeds, the best maps that have all of it' },
];

const ENDS: Choice<'highest' | 'lowest'>[] = [
  { value: 'highest', label: 'Highest' },
  { value: 'lowest', label: 'Lowest' },
];

const SEED = { type: 'integer' };
const BEST = { type: 'integer', minimum: 1, maximum: 100 };
const TRIES = { type: 'integer', minimum: 1, maximum: 1_000_000 };

/** Which of the maps are wanted, and which seeds are tried. */
export function SearchGoal() {
  const [from, most] = [useId(), useId()];
  return (
    <div class="demands">
      <Segmented label="Wanted" choices={GOALS} value={goal.value} onChange={(next) => (goal.value = next)} />
      {goal.value === 'best' && <BestOf />}
      <div class="demand">
        <label for={from}>From seed</label>
        <NumberInput
          id={from}
          label="From seed"
          schema={SEED}
          value={searchFrom.value}
          onCommit={(digits) => digits !== null && (searchFrom.value = digits)}
        />
      </div>
      <div class="demand">
        <label for={most}>Seeds to try, at most</label>
        <NumberInput
          id={most}
          label="Seeds to try, at most"
          schema={TRIES}
          value={tries.value}
          onCommit={(digits) => digits !== null && (tries.value = Number(digits))}
        />
      </div>
    </div>
  );
}

function BestOf() {
  const count = useId();
  return (
    <>
      <div class="demand">
        <label for={count}>How many</label>
        <NumberInput
          id={count}
          label="How many"
          schema={BEST}
          value={bestCount.value}
          onCommit={(digits) => digits !== null && (bestCount.value = Number(digits))}
        />
      </div>
      <div class="demand wide">
        <Select label="Best by" value={bestBy.value} choices={metricChoices('By ')} onChange={chooseBy} />
        <Segmented
          label="Which end"
          choices={ENDS}
          value={isLowest.value ? 'lowest' : 'highest'}
          onChange={(next) => (isLowest.value = next === 'lowest')}
        />
      </div>
    </>
  );
}
