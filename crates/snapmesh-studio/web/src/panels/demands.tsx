// What is demanded: a field for each thing that the session says can be.

import { useId } from 'preact/hooks';
import { Button } from '../parts/button';
import { NumberInput } from '../parts/number-input';
import { Select } from '../parts/select';
import { readable } from '../parts/words';
import type { DemandKind, Json, Schema } from '../protocol';
import { demand, demands, demandTroubles, troubleDemand } from '../state/search';
import { kit } from '../state/session';

const COUNT: Schema = { type: 'integer', minimum: 0 };
const SHARE: Schema = { type: 'number', minimum: 0, maximum: 1 };
const METRES: Schema = { type: 'number', exclusiveMinimum: 0 };
const AXES = ['X', 'Y', 'Z'];

export function Demands() {
  return (
    <div class="demands">
      {kit.value?.demands.map((kind) => (
        <DemandField key={kind.name} kind={kind} />
      ))}
    </div>
  );
}

function DemandField({ kind }: { kind: DemandKind }) {
  switch (kind.takes) {
    case 'count':
      return <NumberField kind={kind} schema={COUNT} />;
    case 'share':
      return <NumberField kind={kind} schema={SHARE} />;
    case 'size':
      return <SizeField kind={kind} />;
    case 'pieces':
      return <PieceFields kind={kind} />;
  }
}

function NumberField({ kind: { name, help, takes }, schema }: { kind: DemandKind; schema: Schema }) {
  const id = useId();
  const trouble = demandTroubles.value[name];
  return (
    <div class="demand" title={help}>
      <label for={id}>{readable(name)}</label>
      <NumberInput
        id={id}
        label={readable(name)}
        schema={schema}
        value={demands.value[name] as number | undefined}
        placeholder={takes === 'share' ? '0 to 1' : undefined}
        describedBy={trouble ? `${id}-trouble` : undefined}
        onCommit={(digits) => demand(name, digits === null ? undefined : Number(digits))}
        onTrouble={(found) => troubleDemand(name, found)}
      />
      {trouble && (
        <p class="demand-trouble" id={`${id}-trouble`} role="alert">
          {trouble}
        </p>
      )}
    </div>
  );
}

/** Metres along each axis; an axis that is left empty may have any length. */
function SizeField({ kind: { name, help } }: { kind: DemandKind }) {
  const sides = (demands.value[name] as (number | null)[] | undefined) ?? [null, null, null];
  const set = (axis: number, digits: string | null) => {
    const next = sides.map((side, place) => (place === axis ? (digits === null ? null : Number(digits)) : side));
    demand(name, next.every((side) => side === null) ? undefined : next);
  };
  return (
    <div class="demand wide" title={help}>
      <span>
        {readable(name)} <span class="unit">m</span>
      </span>
      <span class="demand-row">
        {AXES.map((axis, place) => (
          <NumberInput
            key={axis}
            label={`${readable(name)} ${axis}`}
            schema={METRES}
            value={sides[place] ?? undefined}
            placeholder={axis}
            onCommit={(digits) => set(place, digits)}
          />
        ))}
      </span>
    </div>
  );
}

/** Pieces that must be there, and a choice for one more. */
function PieceFields({ kind: { name, help } }: { kind: DemandKind }) {
  const wanted = (demands.value[name] as Record<string, number> | undefined) ?? {};
  const set = (next: Record<string, Json>) => demand(name, Object.keys(next).length > 0 ? next : undefined);
  const drawn = kit.value?.pieces.filter(({ roles }) => roles.includes('piece') || roles.includes('starter')) ?? [];
  const others = drawn.map(({ id }) => id).filter((id) => !(id in wanted));
  return (
    <div class="demand wide" title={help}>
      <span>{readable(name)}</span>
      {Object.entries(wanted).map(([id, count]) => (
        <span key={id} class="demand-row">
          <span class="demand-piece">{id}</span>
          <NumberInput
            label={`How many of ${id}`}
            schema={{ type: 'integer', minimum: 1 }}
            value={count}
            onCommit={(digits) => set({ ...wanted, [id]: Number(digits ?? 1) })}
          />
          <Button label={`Do not demand ${id}`} icon="close" isBare onClick={() => set(without(wanted, id))} />
        </span>
      ))}
      <Select
        label="Demand a piece"
        value=""
        choices={[{ value: '', label: 'Add a piece…' }, ...others.map((id) => ({ value: id, label: id }))]}
        onChange={(id) => id && set({ ...wanted, [id]: 1 })}
      />
    </div>
  );
}

function without(wanted: Record<string, number>, id: string): Record<string, number> {
  const { [id]: _, ...others } = wanted;
  return others;
}
