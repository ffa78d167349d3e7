import { Facts } from '../parts/facts';
import { Fold } from '../parts/fold';
import { Icon } from '../parts/icon';
import { brief } from '../parts/words';
import { Sentence } from '../parts/sentence';
import type { Link, MapAnswer, Port } from '../protocol';
import { freePorts } from '../state/joints';
import { frame, selectPiece } from '../state/selection';
import { map, pieceAt, walked } from '../state/session';
import { setOption } from '../state/view';
import { regionColor } from '../view/colors';
import { FreeList, showPort } from './free-list';
import { Steps } from './steps';

/** Of the digest: enough to tell two maps apart. */
const DIGITS = 16;
const MOST_REGIONS = 6;

/** What there is to say about the map when nothing is selected. */
export function MapFacts() {
  const grown = map.value;
  if (!grown) return <p class="empty">There is no map yet.</p>;
  return (
    <>
      <p>
        <Sentence text={grown.stop.sentence} />
      </p>
      <Steps />
      {grown.trouble.length > 0 && (
        <Fold title="What stood in the way">
          {grown.trouble.map((sentence, index) => (
            <p key={index}>
              <Sentence text={sentence} />
            </p>
          ))}
        </Fold>
      )}
      {grown.promises.length > 0 && (
        <Fold title="Promises">
          <Promises map={grown} />
        </Fold>
      )}
      <Fold title="Shape">
        <Facts facts={factsOf(grown)} />
      </Fold>
      {grown.links.length > 0 && (
        <Fold title="Loops" mark={<span class="badge">{grown.links.length}</span>}>
          <Links links={grown.links} />
        </Fold>
      )}
      <FreeList />
      {walked.value && (
        <Fold title="Regions">
          <Regions />
        </Fold>
      )}
      <p class="field-help">Click a piece or a free connector in the view to learn why it is there, or why nothing is.</p>
    </>
  );
}

function factsOf({ seed, branching, linearity, digest }: MapAnswer): [string, string][] {
  const exact = walked.value?.exact;
  const byArea: [string, string][] = exact
    ? [
        ['c̄ by area', exact.connectivity.toFixed(4)],
        ['Aᵣ by area', exact.largest_region.toFixed(4)],
      ]
    : [];
  return [
    ['Seed', seed],
    ['Branching', brief(branching, 2)],
    ['Linearity', brief(linearity, 2)],
    ...byArea,
    ['Digest', digest.slice(0, DIGITS)],
  ];
}

function Promises({ map: { promises } }: { map: MapAnswer }) {
  return (
    <ul class="candidates" aria-label="Promises">
      {promises.map(({ promise, kept, value }) => (
        <li key={promise} class={kept ? 'fits' : 'broken'}>
          <Icon name={kept ? 'check' : 'cross'} />
          <div class="promise">
            <PromiseText promise={promise} />
            <span class="problem-help">{kept ? 'kept' : `not kept: there are ${value}`}</span>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** A promise about connectors of which some are open leads to the first of them, with all of them marked. */
function PromiseText({ promise }: { promise: string }) {
  const section = /^free connectors of (\S+ \S+): 0$/.exec(promise)?.[1];
  const open = section === undefined ? [] : freePorts(section);
  if (open.length === 0) return <>{promise}</>;
  return (
    <button type="button" class="link" title="Show the first of them that is open" onClick={() => showPort(open[0]!)}>
      {promise}
    </button>
  );
}

/** Where loops close, each with how far the two connectors miss each other. */
function Links({ links }: { links: Link[] }) {
  const show = ({ from }: Link) => {
    setOption({ connectors: true });
    selectPiece(from.placed);
    frame();
  };
  return (
    <ul class="links" aria-label="Loops">
      {links.map((link) => (
        <li key={`${link.from.placed} ${link.from.connector}`}>
          <button type="button" class="region" title="Show where it closes" onClick={() => show(link)}>
            <Icon name="loop" />
            <span>
              {sideInWords(link.from)} – {sideInWords(link.to)}
            </span>
            <span>{brief(link.gap * 1000)} mm</span>
            <span>{brief(link.turn, 2)}°</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** "Hall 12" */
function sideInWords({ placed }: Port): string {
  return `${pieceAt(map.value?.placed[placed]?.[0] ?? -1)?.id ?? 'piece'} ${placed}`;
}

/** The largest regions; those that are not shown are small. */
function Regions() {
  const { regions, region_count, left_out } = walked.value!;
  const shown = regions.slice(0, MOST_REGIONS);
  const show = (placed: number) => {
    selectPiece(placed);
    frame();
  };
  return (
    <>
      <ul class="regions">
        {shown.map(({ area, share, placed }, index) => (
          <li key={index}>
            <button type="button" class="region" title="Show it" onClick={() => show(placed)}>
              <span class="swatch" style={{ background: regionColor(index) }} aria-hidden="true" />
              <span>{index === 0 ? 'largest' : `number ${index + 1}`}</span>
              <span>{brief(area, area < 10 ? 2 : 0)} m²</span>
              <span>{share < 0.0001 ? '< 0.01' : brief(share * 100, 2)} %</span>
            </button>
          </li>
        ))}
      </ul>
      {region_count > shown.length && <p class="field-help">and {region_count - shown.length} smaller ones</p>}
      {left_out.regions > 0 && (
        <p class="field-help">
          left out, as no doorway leads there: {left_out.regions}, {brief(left_out.area, left_out.area < 10 ? 2 : 0)} m²
        </p>
      )}
    </>
  );
}
