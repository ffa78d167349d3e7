import { Button } from '../parts/button';
import { Facts } from '../parts/facts';
import { Fold } from '../parts/fold';
import { Thumbnail } from '../parts/thumbnail';
import { brief, sizeOf } from '../parts/words';
import { Sentence } from '../parts/sentence';
import type { PieceInfo, PlacedRow, WhyAnswer } from '../protocol';
import { openBench } from '../state/bench';
import { connectorName } from '../state/connectors';
import { frame, isOnMap, selectPiece, selectedRow, why } from '../state/selection';
import { pieceAt, walked } from '../state/session';
import { pictureOf } from '../state/thumbnails';
import { goTo, isCap, isOfLoop, shownGrown, shownRows } from '../state/timeline';
import { artVersion } from '../state/view';
import { ShapePiece } from './shape-piece';

/** What a placed piece or cap is, and why it is there. */
export function PlacedPiece({ placed }: { placed: number }) {
  const row = selectedRow.value;
  const piece = row && pieceAt(row[0]);
  if (!row || !piece) return <p class="empty">This piece is not there yet at this point of the timeline.</p>;
  return (
    <>
      <div class="card-head">
        <Thumbnail subject={`${row[0]} ${artVersion.value}`} picture={() => pictureOf(row[0])} />
        <div>
          <h3>{piece.id}</h3>
          <p class="field-help">{numberInWords(placed)}</p>
        </div>
      </div>
      <Facts facts={isCap(placed) ? factsOfCap(row, piece) : factsOfPiece(placed, row, piece)} />
      <div class="row">
        <Button label="Frame" icon="frame" shortcut="F" onClick={frame} />
        {row[6] >= 0 && (
          <Button label={isCap(placed) ? 'Select what it closes' : 'Select its guide'} onClick={() => selectPiece(row[6])} />
        )}
        <MarkPiece piece={piece} />
      </div>
      {isOnMap.value && <ShapePiece placed={placed} />}
      {isOnMap.value ? <Why answer={why.value} /> : <p class="empty">This piece was taken back later.</p>}
    </>
  );
}

/** From what is seen on the map to where it can be mended. */
export function MarkPiece({ piece: { id, file } }: { piece: PieceInfo }) {
  return <Button label="Mark" icon="connectors" title={`Mark connectors, boxes and floor of ${id}`} onClick={() => openBench(file)} />;
}

function numberInWords(placed: number): string {
  if (isCap(placed)) return `A cap, number ${placed} on the map: it closes what stayed free`;
  const number = `Piece ${placed} of ${Math.min(shownRows.value.length, shownGrown.value)}, counted from 0`;
  return isOfLoop(placed) ? `${number}: it closes a loop` : number;
}

function factsOfPiece(placed: number, row: PlacedRow, piece: PieceInfo): [string, string][] {
  return [
    ...factsOfPlace(row, piece),
    ['Joint', row[6] < 0 ? 'none: the map starts here' : `${connectorName(piece, row[8])} to ${guideInWords(row)}`],
    ['Depth', String(row[9])],
    ['Region', regionInWords(placed)],
  ];
}

function factsOfCap(row: PlacedRow, piece: PieceInfo): [string, string][] {
  return [['Closes', guideInWords(row)], ...factsOfPlace(row, piece)];
}

function factsOfPlace([, x, y, z, cos, sin]: PlacedRow, piece: PieceInfo): [string, string][] {
  return [
    ['Position', `${[x, y, z].map((at) => brief(at, 2)).join(', ')} m`],
    ['Turn', `${brief((Math.atan2(sin, cos) * 180) / Math.PI)}°`],
    ['Size', sizeOf(piece)],
  ];
}

/** "Door2 of Hall (piece 3)" */
function guideInWords([, , , , , , guide, guideConnector]: PlacedRow): string {
  const piece = pieceAt(shownRows.value[guide]?.[0] ?? -1);
  return piece ? `${connectorName(piece, guideConnector)} of ${piece.id} (piece ${guide})` : 'nothing';
}

function regionInWords(placed: number): string {
  const region = isOnMap.value ? walked.value?.regionOf[placed] : undefined;
  if (region === undefined) return 'not known yet';
  if (region < 0) return 'none: no floor that counts';
  return region === 0 ? 'the largest' : `number ${region + 1} by size`;
}

function triesOf(placed: number): string {
  if (isOfLoop(placed)) return 'Loops that were tried before';
  return isCap(placed) ? 'Tries at this connector' : 'Tries at this guide';
}

function Why({ answer }: { answer: WhyAnswer | null }) {
  if (!answer) return <p class="empty">Looking it up…</p>;
  return (
    <Fold title="Why it is there">
      <p>
        <Sentence text={answer.sentence} />
      </p>
      {answer.because && (
        <p>
          <Sentence text={answer.because} />
        </p>
      )}
      {answer.links.map((sentence) => (
        <p key={sentence}>
          <Sentence text={sentence} />
        </p>
      ))}
      {answer.tries.length > 0 && (
        <>
          <h4>{triesOf(answer.placed)}</h4>
          <ol class="sentences">
            {answer.tries.map((sentence, index) => (
              <li key={index}>
                <Sentence text={sentence} />
              </li>
            ))}
          </ol>
        </>
      )}
      <Button label="Show on the timeline" onClick={() => goTo(answer.event + 1)} />
    </Fold>
  );
}
