// What colors mean, as CSS texts and without three.js, so that a legend can show the same ones.

/** Viridis without its darkest end, where shapes could not be told apart any more. */
const RAMP = ['#46327e', '#365c8d', '#277f8e', '#1fa187', '#4ac16d', '#a0da39', '#fde725'];

/** Okabe and Ito's colors, then those of Tol's muted set that differ from them: safe for the color-blind. */
const KINDS = [
  '#e69f00', '#56b4e9', '#009e73', '#f0e442', '#0072b2', '#d55e00', '#cc79a7',
  '#88ccee', '#44aa99', '#999933', '#ddcc77', '#cc6677', '#aa4499', '#332288',
];

/** The largest region is a calm bluish green; every other one warns. */
export const LARGEST_REGION = '#1f9e89';
const OTHER_REGIONS = ['#d55e00', '#e69f00', '#b2182b', '#f4a582', '#8c510a', '#cc6677'];
const NO_REGION = '#9aa0a6';

/** What closes a connector and what stands in one did not grow: neither has a color that says how. */
export const CAP = '#6e6259';
export const DOOR = '#cbbba4';

/** Where pieces are joined beyond the tree, which closes a loop: no connector has this color by chance. */
export const LINK = '#d81b8c';
/** What is pinned. */
export const PIN = '#e5402a';

/** Pieces that close a loop, on plans: as plans of the command have them. */
export const LOOP_PIECE = '#a474c4';

/** Points on the floor: the two differ in brightness too, and in their shape. */
export const REACHED = '#009e73';
export const CUT_OFF = '#d55e00';

const STEPS = 128;
const SHADES = Array.from({ length: STEPS + 1 }, (_, step) => rampAt(step / STEPS));

/** A color of the ramp, from dark blue at 0 to yellow at 1. */
export function ramp(share: number): string {
  const within = Math.min(Math.max(share, 0), 1);
  return SHADES[Math.round(within * STEPS)];
}

/** The color of the piece with this number. */
export function pieceColor(piece: number): string {
  const color = KINDS[piece % KINDS.length];
  const round = Math.floor(piece / KINDS.length);
  if (round === 0) return color;
  return round % 2 === 1 ? mix(color, '#ffffff', 0.45) : mix(color, '#000000', 0.4);
}

/** The color of a region; 0 is the largest, -1 is none. */
export function regionColor(region: number): string {
  if (region < 0) return NO_REGION;
  return region === 0 ? LARGEST_REGION : OTHER_REGIONS[(region - 1) % OTHER_REGIONS.length];
}

const known = new Map<string, string>();

/** The color that a connector's color is drawn in: itself if it is one, else one that always is the same for the word. */
export function connectorColor(word: string): string {
  let color = known.get(word);
  if (color === undefined) {
    color = cssColor(word) ?? colorOfWord(word);
    known.set(word, color);
  }
  return color;
}

/** Part of the way from one `#rrggbb` to another. */
export function mix(from: string, to: string, share: number): string {
  const a = channels(from);
  const b = channels(to);
  const hex = a.map((value, i) => Math.round(value + (b[i] - value) * share).toString(16).padStart(2, '0'));
  return `#${hex.join('')}`;
}

function rampAt(share: number): string {
  const at = share * (RAMP.length - 1);
  const below = Math.min(Math.floor(at), RAMP.length - 2);
  return mix(RAMP[below], RAMP[below + 1], at - below);
}

function channels(color: string): number[] {
  return [1, 3, 5].map((from) => parseInt(color.slice(from, from + 2), 16));
}

/** A name or a hex color as `#rrggbb`, by the browser's own table; null if it is neither. */
function cssColor(word: string): string | null {
  if (!/^([a-z]+|#[0-9a-f]{3}|#[0-9a-f]{6})$/i.test(word) || !CSS.supports('color', word)) return null;
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return null;
  context.fillStyle = word;
  const color = context.fillStyle;
  return /^#[0-9a-f]{6}$/.test(color) ? color : null;
}

function colorOfWord(word: string): string {
  let hash = 2166136261;
  for (const letter of word) hash = Math.imul(hash ^ letter.codePointAt(0)!, 16777619) >>> 0;
  // The low bits of this hash are the well mixed ones.
  return hslColor(((hash % 997) / 997) * 360, 0.62, 0.55);
}

function hslColor(hue: number, saturation: number, lightness: number): string {
  const strength = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number) => {
    const k = (offset + hue / 30) % 12;
    const value = lightness - strength * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return Math.round(value * 255).toString(16).padStart(2, '0');
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}
