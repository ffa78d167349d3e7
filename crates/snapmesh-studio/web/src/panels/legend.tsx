// What the colors in the view mean.

import { counted } from '../parts/words';
import { capCount, doorCount, kit, map, walked } from '../state/session';
import { options } from '../state/view';
import { CAP, CUT_OFF, DOOR, LINK, REACHED, pieceColor, ramp, regionColor } from '../view/colors';

interface Entry {
  color: string;
  label: string;
  isRound?: boolean;
}

const MOST_PIECES = 12;

export function Legend() {
  const entries = [...entriesOfColors(), ...entriesOfEnds(), ...entriesOfLinks(), ...entriesOfPoints()];
  if (entries.length === 0) return null;
  return (
    <ul class="legend" aria-label="What the colors mean">
      {entries.map(({ color, label, isRound }) => (
        <li key={label}>
          <span class={isRound ? 'swatch round' : 'swatch'} style={{ background: color }} aria-hidden="true" />
          {label}
        </li>
      ))}
    </ul>
  );
}

function entriesOfColors(): Entry[] {
  switch (options.value.color) {
    case 'order':
      return rampEntries('first piece', 'last piece');
    case 'depth':
      return rampEntries('starting piece', counted(map.value?.depth ?? 0, 'joint') + ' away');
    case 'piece':
      return pieceEntries();
    case 'region':
      return [
        { color: regionColor(0), label: 'largest region' },
        { color: regionColor(1), label: 'other regions' },
        { color: regionColor(-1), label: 'no floor that counts' },
      ];
    default:
      return [];
  }
}

function rampEntries(low: string, high: string): Entry[] {
  return [
    { color: ramp(0), label: low },
    { color: ramp(0.5), label: 'halfway' },
    { color: ramp(1), label: high },
  ];
}

/** Only pieces that are on the map, and no more than can be read. */
function pieceEntries(): Entry[] {
  const there = [...new Set(map.value?.placed.slice(0, map.value.pieces).map(([piece]) => piece))].sort((a, b) => a - b);
  const named = there.slice(0, MOST_PIECES).map((piece) => ({
    color: pieceColor(piece),
    label: kit.value?.pieces[piece]?.id ?? String(piece),
  }));
  const rest = there.length - named.length;
  return rest > 0 ? [...named, { color: 'transparent', label: `and ${rest} more` }] : named;
}

/** Caps and doors have a color of their own, unless all have that of their material. */
function entriesOfEnds(): Entry[] {
  const { color, caps, doors } = options.value;
  if (color === 'material') return [];
  const ends = [
    { color: CAP, label: 'caps', isSeen: caps && capCount.value > 0 },
    { color: DOOR, label: 'doors', isSeen: doors && doorCount.value > 0 },
  ];
  return ends.filter(({ isSeen }) => isSeen);
}

/** Links are marked among the connectors. */
function entriesOfLinks(): Entry[] {
  const isSeen = options.value.connectors && (map.value?.links.length ?? 0) > 0;
  return isSeen ? [{ color: LINK, label: 'where loops close', isRound: true }] : [];
}

function entriesOfPoints(): Entry[] {
  if (!options.value.points || !walked.value) return [];
  return [
    { color: REACHED, label: 'points in the largest region', isRound: true },
    { color: CUT_OFF, label: 'points elsewhere', isRound: false },
  ];
}
