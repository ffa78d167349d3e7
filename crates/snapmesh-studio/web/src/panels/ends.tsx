// What becomes of connectors: a row for each kind that maps can have, and for each section about several kinds.

import { Button } from '../parts/button';
import { OriginMark } from '../parts/origin-mark';
import { ProblemList } from '../parts/problem';
import { Segmented, type Choice } from '../parts/segmented';
import { Swatch } from '../parts/swatch';
import { endSections, freeFor, kindOf, sectionOf, setFree, verdictOn, type Free } from '../state/ends';
import { hasError, setup } from '../state/session';
import { originOf, problemsAt, reset } from '../state/settings';
import { EndFiles, From } from './end-files';

const FREE: Choice<Free>[] = [
  { value: 'may', label: 'may stay free', title: 'One that no cap fits stays open' },
  { value: 'never', label: 'never', title: 'No map leaves one open: pieces that would are not placed' },
];

export function Ends() {
  const kinds = setup.value?.ends.map(sectionOf) ?? [];
  const others = endSections.value.filter((section) => !kinds.includes(section));
  if (kinds.length + others.length === 0) return <p class="empty">No piece has a connector yet.</p>;
  return (
    <>
      <p class="field-help">
        A cap closes a connector that would stay free; a door stands where two pieces are joined. Both have one connector, which
        meets that of the kind.
      </p>
      {[...kinds, ...others].map((section) => (
        <EndRow key={section} section={section} />
      ))}
    </>
  );
}

function EndRow({ section }: { section: string }) {
  const kind = kindOf(section);
  const origin = originOf('ends', section);
  const free = freeFor(section);
  return (
    <section class="end" aria-label={`Ends of ${section}`}>
      <div class="end-head">
        <div>
          <h4 title={`ends."${section}"`}>
            <Kind section={section} />
            <OriginMark origin={origin} />
          </h4>
          {kind && !hasError.value && <p class={kind.always_closed ? 'verdict good' : 'verdict'}>{verdictOn(kind)}</p>}
        </div>
        {origin !== 'default' && (
          <Button
            label={`Reset the ends of ${section} ${origin === 'edit' ? 'as the kit has them' : 'to the default'}`}
            icon="reset"
            isBare
            onClick={() => reset('ends', section)}
          />
        )}
      </div>
      <EndFiles section={section} name="cap" />
      <EndFiles section={section} name="door" />
      <div class="end-line">
        <span class="end-label">Free</span>
        <Segmented
          label={`Whether ${section} may stay free`}
          choices={FREE}
          value={free.value}
          onChange={(value) => setFree(section, value)}
        />
        <From section={section} from={free.from} />
      </div>
      <ProblemList problems={problemsAt('ends', section)} />
    </section>
  );
}

/** Pins and color, as people say them; `*` is any. */
function Kind({ section }: { section: string }) {
  const [pins = '', color = ''] = section.split(' ');
  const words = `${pins === '*' ? 'any pins' : pins === '1' ? '1 pin' : `${pins} pins`}, ${color === '*' ? 'any color' : color}`;
  return (
    <>
      {color !== '*' && <Swatch color={color} />}
      {words}
    </>
  );
}
