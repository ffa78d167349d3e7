import { useId, useState } from 'preact/hooks';
import { Button } from '../parts/button';
import { OriginMark } from '../parts/origin-mark';
import { ProblemList } from '../parts/problem';
import { readable } from '../parts/words';
import { kit } from '../state/session';
import { entriesOf, leaveOut, originOf, problemsAt, setEntry } from '../state/settings';
import { RuleControl, ruleSchemas } from './rule-keys';

/** A rule that says what holds anyway: a start to change from. */
const NEW_RULE = { weight: 1 };

export function Rules() {
  const selectors = Object.keys(entriesOf('rules'));
  return (
    <div class="rules">
      <p class="field-help">What must hold for a piece, a pattern such as Gar*, or a #tag. Empty fields ask for nothing.</p>
      {selectors.length === 0 && <p class="empty">There are no rules yet.</p>}
      {selectors.map((selector) => (
        <Rule key={selector} selector={selector} />
      ))}
      <NewRule taken={selectors} />
    </div>
  );
}

function Rule({ selector }: { selector: string }) {
  const origin = originOf('rules', selector);
  return (
    <section class="rule" aria-label={`Rule for ${selector}`}>
      <header class="row">
        <h4>{selector}</h4>
        {origin === 'edit' && <OriginMark origin={origin} />}
        <Button label={`Remove the rule for ${selector}`} icon="close" isBare onClick={() => leaveOut('rules', selector)} />
      </header>
      <div class="rule-keys">
        {Object.entries(ruleSchemas()).map(([name, schema]) => (
          <div class="rule-key" key={name} title={schema.description}>
            <span class="rule-name">{readable(name)}</span>
            <RuleControl selector={selector} name={name} schema={schema} />
            <span class="unit">{schema.unit}</span>
          </div>
        ))}
      </div>
      <ProblemList problems={problemsAt('rules', selector)} />
    </section>
  );
}

function NewRule({ taken }: { taken: string[] }) {
  const [selector, setSelector] = useState('');
  const list = useId();
  const name = selector.trim();
  const isNew = name !== '' && !taken.includes(name);
  const add = () => {
    if (!isNew) return;
    setEntry('rules', name, NEW_RULE);
    setSelector('');
  };
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <input
        class="input grow"
        list={list}
        aria-label="Piece, pattern or #tag of a new rule"
        placeholder="Piece, pattern or #tag"
        value={selector}
        onInput={(event) => setSelector(event.currentTarget.value)}
      />
      <datalist id={list}>
        {suggestions().map((suggestion) => (
          <option key={suggestion} value={suggestion} />
        ))}
      </datalist>
      <Button label="Add a rule" icon="plus" isDisabled={!isNew} onClick={add} />
    </form>
  );
}

function suggestions(): string[] {
  const pieces = kit.value?.pieces ?? [];
  const tags = new Set(pieces.flatMap((piece) => piece.tags.map((tag) => `#${tag}`)));
  return [...tags, ...pieces.map((piece) => piece.id)];
}
