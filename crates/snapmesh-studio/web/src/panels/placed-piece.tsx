import { Button } from '../parts/button';
import { Facts } from '../parts/facts';
import { Fold } from '../parts/fold';
import { Thumbnail } from '../parts/thumbnail';
import { brief, sizeInWords } from '../parts/words';
import { Sentence } from '../parts/sentence';
import type { PieceInfo, PlacedRow, WhyAnswer } from '../protocol';
import { frame, isOnMap, selectPiece, selectedRow, why } from '../state/selection';
import { pieceAt, walked } from '../state/session';
import { pictureOf } from '../state/thumbnails';
import { goTo, shownRows } from '../state/timeline';
import { artVersion } from '../state/view';

/** What a placed piece is, and why it is there. */
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
          <p class="field-help">
            Piece {placed} of {shownRows.value.length}, counted from 0
          </p>
        </div>
      </div>
      <Facts facts={factsOf(placed, row, piece)} />
      <div class="row">
        <Button label="Frame" icon="frame" shortcut="F" onClick={frame} />
        {row[6] >= 0 && <Button label="Select its guide" onClick={() => selectPiece(row[6])} />}
      </div>
      {isOnMap.value ? <Why answer={why.value} /> : <p class="empty">This piece was taken back later.</p>}
    </>
  );
}

function factsOf(placed: number, row: PlacedRow, piece: PieceInfo): [string, string][] {
  const [, x, y, z, cos, sin, guide, guideConnector, connector, depth] = row;
  const turn = (Math.atan2(sin, cos) * 180) / Math.PI;
  const guidePiece = pieceAt(shownRows.value[guide]?.[0] ?? -1);
  const joint = guidePiece
    ? `${nameOf(piece, connector)} to ${nameOf(guidePiece, guideConnector)} of ${guidePiece.id} (piece ${guide})`
    : 'none: the map starts here';
  return [
    ['Position', `${[x, y, z].map((at) => brief(at, 2)).join(', ')} m`],
    ['Turn', `${brief(turn)}°`],
    ['Size', sizeInWords([piece.max[0] - piece.min[0], piece.max[1] - piece.min[1], piece.max[2] - piece.min[2]])],
    ['Joint', joint],
    ['Depth', String(depth)],
    ['Region', regionInWords(placed)],
  ];
}

function nameOf(piece: PieceInfo, connector: number): string {
  return piece.connectors[connector]?.name ?? `connector ${connector}`;
}

function regionInWords(placed: number): string {
  const region = isOnMap.value ? walked.value?.regionOf[placed] : undefined;
  if (region === undefined) return 'not known yet';
  if (region < 0) return 'none: no floor to walk';
  return region === 0 ? 'the largest' : `number ${region + 1} by size`;
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
      {answer.tries.length > 0 && (
        <>
          <h4>Tries at this guide</h4>
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
