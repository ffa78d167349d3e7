import type { Origin } from '../state/settings';

const ORIGINS: Record<Origin, string> = {
  default: '',
  kit: 'given by the kit',
  preset: 'given by the preset',
  edit: 'changed by you',
};

/** A ring at what the kit or its preset says, a dot at what was changed. */
export function OriginMark({ origin }: { origin: Origin }) {
  if (origin === 'default') return null;
  return <span class={`dot ${origin}`} role="img" aria-label={ORIGINS[origin]} title={ORIGINS[origin]} />;
}
