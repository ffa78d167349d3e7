// What a file of the kit is used as, and which kinds of connectors it is a cap or door of.

import { Swatch } from '../parts/swatch';
import type { KindEnds, PieceInfo } from '../protocol';
import { addEnd, isEnd, isEndOf, kindsFor, removeEnd, sectionOf, type EndKey } from '../state/ends';
import { starting, used } from '../state/pieces';

type Role = PieceInfo['roles'][number];

const MEANINGS: Record<Role, string> = {
  piece: 'Drawn when the map grows',
  starter: 'A map may start with it',
  cap: 'Closes connectors that would stay free',
  door: 'Stands where two pieces are joined',
};

/** As the session tells them, and known at once when something is changed. */
export function rolesOf(file: string): Role[] {
  const is: Record<Role, boolean> = {
    piece: used.value.has(file),
    starter: starting.value.has(file),
    cap: isEnd(file, 'cap'),
    door: isEnd(file, 'door'),
  };
  return (Object.keys(is) as Role[]).filter((role) => is[role]);
}

export function RoleChips({ file, name }: { file: string; name: string }) {
  const roles = rolesOf(file);
  if (roles.length === 0) return null;
  return (
    <ul class="roles" aria-label={`Roles of ${name}`}>
      {roles.map((role) => (
        <li key={role} class={`role as-${role}`} title={MEANINGS[role]}>
          {role}
        </li>
      ))}
    </ul>
  );
}

const LABELS: { name: EndKey; label: string }[] = [
  { name: 'cap', label: 'Cap for' },
  { name: 'door', label: 'Door for' },
];

/** For a piece with one connector: the kinds that it can meet, to be switched on and off. */
export function EndToggles({ file, name, unused }: { file: string; name: string; unused?: PieceInfo }) {
  const kinds = kindsFor(file, unused);
  if (kinds.length === 0) return null;
  return (
    <div class="piece-ends">
      {LABELS.map(({ name: key, label }) => (
        <div class="piece-end" key={key}>
          <span>{label}</span>
          {kinds.map((kind) => (
            <EndToggle key={sectionOf(kind)} kind={kind} name={key} file={file} label={`${name}: ${key} for ${sectionOf(kind)}`} />
          ))}
        </div>
      ))}
    </div>
  );
}

interface ToggleProps {
  kind: KindEnds;
  name: EndKey;
  file: string;
  label: string;
}

function EndToggle({ kind, name: key, file, label }: ToggleProps) {
  const section = sectionOf(kind);
  const isOn = isEndOf(section, key, file);
  const change = isOn ? removeEnd : addEnd;
  return (
    <button type="button" class="end-toggle" aria-label={label} aria-pressed={isOn} onClick={() => change(section, key, file)}>
      <Swatch color={kind.color} />
      {section}
    </button>
  );
}
