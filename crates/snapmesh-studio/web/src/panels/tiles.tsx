// The numbers of the map, each with what it means.

import { useId } from 'preact/hooks';
import type { ComponentChild } from 'preact';
import { brief, counted } from '../parts/words';
import { capCount, composed, doorCount, loopPieceCount, map, walked } from '../state/session';

interface TileProps {
  label: ComponentChild;
  name: string;
  value: string;
  meaning: string;
  isBad?: boolean;
  /** Told before the map was walked. */
  isEarly?: boolean;
}

const CONNECTIVITY = 'How likely it is that there is a way from one point on the map to another: 1 is always.';
const LARGEST_REGION = 'The share of the points that lie in the largest region: 1 is all of them.';
const PIECES = 'How many pieces grew. Caps, which close what would stay free, and doors, which stand at joints, come on top.';
const LOOPS =
  'Ways round: connectors that are joined beyond the tree of pieces. Ask for them with “Loops” among the parameters of growth.';
const PROMISES = 'What this map must have: its size, least counts, closed connectors, loops. The panel on the right tells more.';

const EARLY = 'Said at once, by area, from what is known about the pieces. The walk itself follows as soon as you let go.';
const NOT_EARLY = 'Not known before the map is walked';

/** Shown until a number is known. */
const UNKNOWN = '–';

export function Tiles() {
  return (
    <section class="tiles" aria-label="Numbers of the map">
      {[...mapTiles(), ...walkTiles(), ...promiseTiles()].map((tile) => (
        <Tile key={tile.name} {...tile} />
      ))}
    </section>
  );
}

function Tile({ label, name, value, meaning, isBad, isEarly }: TileProps) {
  const id = useId();
  const kind = `tile${isBad ? ' bad' : ''}${isEarly ? ' early' : ''}`;
  return (
    <div class={kind} tabIndex={0} role="group" aria-label={`${name}: ${value}`} aria-describedby={id}>
      <span class="tile-value">{value}</span>
      <span class="tile-label">{label}</span>
      <span class="hint" role="tooltip" id={id}>
        {meaning}
      </span>
    </div>
  );
}

function mapTiles(): TileProps[] {
  const grown = map.value;
  const size = grown?.size.map((side) => brief(side, 0)).join('×');
  return [
    { ...tile('Pieces', grown?.pieces.toLocaleString('en'), PIECES), label: ['Pieces', ...endsInWords()].join(', ') },
    tile('Free connectors', grown?.free_connectors.toLocaleString('en'), 'Doorways that lead nowhere: nothing is joined to them.'),
    loopTile(),
    tile('Size, m', size, 'Width, height and depth around all pieces, in metres.'),
    tile('Depth', grown?.depth.toLocaleString('en'), 'Joints from the starting piece to the one farthest from it.'),
  ];
}

/** Bad if the map was to have more of them. */
function loopTile(): TileProps {
  const { links, promises = [] } = map.value ?? {};
  const isBad = promises.some(({ promise, kept }) => promise.startsWith('loops:') && !kept);
  const placed = loopPieceCount.value;
  const meaning = placed > 0 ? `${LOOPS} ${counted(placed, 'piece')} of this map ${placed === 1 ? 'closes' : 'close'} them.` : LOOPS;
  return { ...tile('Loops', links?.length.toLocaleString('en'), meaning), isBad };
}

/** "15 caps", "39 doors" */
function endsInWords(): string[] {
  const ends: [number, string][] = [[capCount.value, 'cap'], [doorCount.value, 'door']];
  return ends.filter(([count]) => count > 0).map(([count, what]) => counted(count, what).replace(' ', '\u00a0'));
}

function walkTiles(): TileProps[] {
  const known = walked.value ?? composed.value?.known;
  return [
    {
      ...walkTile('Connectivity c̄', known?.connectivity.toFixed(2), CONNECTIVITY),
      label: (
        <>
          Connectivity <i>c̄</i>
        </>
      ),
    },
    {
      ...walkTile('Largest region A_r', known?.largest_region.toFixed(2), LARGEST_REGION),
      label: (
        <>
          Largest region{'\u00a0'}
          <i>
            A<sub>r</sub>
          </i>
        </>
      ),
    },
    walkTile('Regions', known?.region_count.toLocaleString('en'), 'Parts that can be walked all over, and not left on foot.'),
    walkTile('Walkable, m²', known && brief(known.area, 0), 'The floor that whoever walks here can stand on.'),
  ];
}

/** A number about walking. One that was said before the walk is told apart from what the walk came to. */
function walkTile(name: string, value: string | null | undefined, meaning: string): TileProps {
  const early = composed.value;
  if (walked.value || !early) return tile(name, value, meaning);
  if (!early.known) return tile(name, value, `${meaning} ${NOT_EARLY}: ${early.unknown}.`);
  return { ...tile(name, `≈${value}`, `${meaning} ${EARLY}`), isEarly: true };
}

function promiseTiles(): TileProps[] {
  const promises = map.value?.promises ?? [];
  if (promises.length === 0) return [];
  const kept = promises.filter((promise) => promise.kept).length;
  return [{ ...tile('Promises kept', `${kept} of ${promises.length}`, PROMISES), isBad: kept < promises.length }];
}

function tile(name: string, value: string | null | undefined, meaning: string): TileProps {
  return { label: name, name, value: value ?? UNKNOWN, meaning };
}
