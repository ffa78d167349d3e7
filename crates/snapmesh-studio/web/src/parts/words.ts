// Keys of settings and numbers as people read them.

import type { PieceInfo, Vec3 } from '../protocol';

const LONG_WORDS: Record<string, string> = {
  con: 'connector',
  tol: 'tolerance',
  var: 'variation',
  rng: 'random generator',
};

/** `arm_length_var` is "Arm length variation". */
export function readable(key: string): string {
  const words = key.split('_').map((word) => LONG_WORDS[word] ?? word);
  const text = words.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A number with so many digits after the point at most, and none that say nothing. */
export function brief(number: number, digits = 1): string {
  return number.toLocaleString('en', { maximumFractionDigits: digits });
}

/** "4 × 3.5 × 4 m" */
function sizeInWords(size: Vec3): string {
  return `${size.map((side) => brief(side)).join(' × ')} m`;
}

/** How large a piece is, in words. */
export function sizeOf({ min, max }: Pick<PieceInfo, 'min' | 'max'>): string {
  return sizeInWords([max[0] - min[0], max[1] - min[1], max[2] - min[2]]);
}

/** "1 connector", "3 connectors" */
export function counted(count: number, thing: string): string {
  return `${count.toLocaleString('en')} ${thing}${count === 1 ? '' : 's'}`;
}
