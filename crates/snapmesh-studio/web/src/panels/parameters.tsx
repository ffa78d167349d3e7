// Every setting of the schema that has no place of its own elsewhere, so that later ones appear by themselves.

import { Fold } from '../parts/fold';
import { readable } from '../parts/words';
import type { Schema } from '../protocol';
import { kit } from '../state/session';
import { valueOf } from '../state/settings';
import { SEED } from '../state/wish';
import { Setting } from './setting';

const ELSEWHERE = ['kit', 'connection', 'rules', 'ends', 'pieces', 'presets'];
/** What designers change most comes first; sections that are not named here follow. */
const ORDER = ['selection', 'growth', 'generation', 'navigation'];

export function Parameters() {
  const sections = Object.entries(kit.value?.schema.properties ?? {}).filter(([name]) => !ELSEWHERE.includes(name));
  const rank = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  sections.sort(([a], [b]) => rank(a) - rank(b));
  return (
    <>
      {sections.map(([section, schema]) => (
        <Fold key={section} title={readable(section)}>
          <Settings section={section} schema={schema} />
        </Fold>
      ))}
    </>
  );
}

/** The settings of a section, but those that are left out: they have a place of their own. */
export function Settings({ section, schema, leftOut = [SEED] }: { section: string; schema: Schema; leftOut?: string[] }) {
  const method = valueOf('selection', 'method');
  const isShown = ([name, { methods }]: [string, Schema]) =>
    !leftOut.includes(`${section}.${name}`) && (!methods || methods.includes(String(method)));
  return (
    <>
      {Object.entries(schema.properties ?? {})
        .filter(isShown)
        .map(([name, setting]) => (
          <Setting key={name} section={section} name={name} schema={setting} />
        ))}
    </>
  );
}
