import { readable } from '../parts/words';
import { metrics } from '../state/compare';

/** The metrics as choices of a list, with a word before each if need be. */
export function metricChoices(before = ''): { value: string; label: string }[] {
  const labelOf = (name: string) => (before ? `${before}${readable(name).toLowerCase()}` : readable(name));
  return metrics.value.map(({ name }) => ({ value: name, label: labelOf(name) }));
}
