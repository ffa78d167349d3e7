import { Button } from '../parts/button';
import { Facts } from '../parts/facts';
import { Fold } from '../parts/fold';
import { Sentence } from '../parts/sentence';
import { Thumbnail } from '../parts/thumbnail';
import { brief, sizeOf } from '../parts/words';
import type { DoorRow, PieceInfo, Port } from '../protocol';
import { connectorName } from '../state/connectors';
import { otherSide } from '../state/joints';
import { frame, selectPiece, selectedDoor, whyDoor } from '../state/selection';
import { map, pieceAt } from '../state/session';
import { pictureOf } from '../state/thumbnails';
import { goTo, replay } from '../state/timeline';
import { artVersion } from '../state/view';

/** What a door is, and between which pieces it stands. */
export function PlacedDoor({ door }: { door: number }) {
  const row = selectedDoor.value;
  const piece = row && pieceAt(row[0]);
  if (!row || !piece) return <p class="empty">This door is not there yet at this point of the timeline.</p>;
  const [, , , , , , placed, connector] = row;
  const at = { placed, connector };
  const other = otherSide(at);
  return (
    <>
      <div class="card-head">
        <Thumbnail subject={`${row[0]} ${artVersion.value}`} picture={() => pictureOf(row[0])} />
        <div>
          <h3>{piece.id}</h3>
          <p class="field-help">
            Door {door} of {map.value?.doors.length}, counted from 0
          </p>
        </div>
      </div>
      <Facts facts={factsOf(row, piece, at, other)} />
      <div class="row">
        <Button label="Frame" icon="frame" shortcut="F" onClick={frame} />
        <SelectSide port={at} />
        {other && <SelectSide port={other} />}
      </div>
      <p class="field-help">Doors are for the eye: they test no overlap, and whoever walks goes through them.</p>
      <Why door={door} />
    </>
  );
}

/** A piece that the door stands at, to be selected. */
function SelectSide({ port: { placed } }: { port: Port }) {
  const { id } = pieceOf(placed) ?? {};
  return <Button label={`Piece ${placed}`} title={`Select piece ${placed}, ${id}`} onClick={() => selectPiece(placed)} />;
}

function factsOf(row: DoorRow, piece: PieceInfo, at: Port, other: Port | undefined): [string, string][] {
  const [, x, y, z, cos, sin] = row;
  const { pins, color } = pieceOf(at.placed)?.connectors[at.connector] ?? {};
  return [
    ['Between', sideInWords(at)],
    ['and', other ? sideInWords(other) : 'nothing'],
    ['Kind', `${pins} ${color}`],
    ['Position', `${[x, y, z].map((place) => brief(place, 2)).join(', ')} m`],
    ['Turn', `${brief((Math.atan2(sin, cos) * 180) / Math.PI)}°`],
    ['Size', sizeOf(piece)],
  ];
}

function pieceOf(placed: number): PieceInfo | undefined {
  return pieceAt(map.value?.placed[placed]?.[0] ?? -1);
}

function sideInWords({ placed, connector }: Port): string {
  const piece = pieceOf(placed);
  return `${piece?.id} (piece ${placed}), at ${connectorName(piece, connector)}`;
}

function Why({ door }: { door: number }) {
  const event = replay.value?.eventOfDoor(door);
  if (!whyDoor.value || event === undefined) return null;
  return (
    <Fold title="Why it is there">
      <p>
        <Sentence text={whyDoor.value} />
      </p>
      <Button label="Show on the timeline" onClick={() => goTo(event + 1)} />
    </Fold>
  );
}
