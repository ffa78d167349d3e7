import { Button } from '../parts/button';
import { Facts } from '../parts/facts';
import { Fold } from '../parts/fold';
import { Icon } from '../parts/icon';
import { Swatch } from '../parts/swatch';
import { brief } from '../parts/words';
import { Sentence } from '../parts/sentence';
import type { FreeAnswer, Port } from '../protocol';
import { connectorName } from '../state/connectors';
import { frame, free, isOnMap, selectPiece, selectedRow } from '../state/selection';
import { pieceAt } from '../state/session';
import { canPlaceAt, isActing, place } from '../state/shape';
import { isAtEnd } from '../state/timeline';
import { MarkPiece } from './placed-piece';
import { ShapeConnector } from './shape-connector';

/** What a free connector is, and why nothing is joined to it. */
export function FreeConnector({ port }: { port: Port }) {
  const piece = pieceAt(selectedRow.value?.[0] ?? -1);
  const connector = piece?.connectors[port.connector];
  if (!piece || !connector) return <p class="empty">Its piece is not there at this point of the timeline.</p>;
  return (
    <>
      <div class="card-head">
        <Swatch color={connector.color} />
        <h3>{connectorName(piece, port.connector)}</h3>
      </div>
      <Facts
        facts={[
          ['Pins', String(connector.pins)],
          ['Color', connector.color],
          ['Piece', `${piece.id}, piece ${port.placed}`],
        ]}
      />
      <div class="row">
        <Button label="Frame" icon="frame" shortcut="F" onClick={frame} />
        <Button label="Select its piece" onClick={() => selectPiece(port.placed)} />
        <MarkPiece piece={piece} />
      </div>
      {isOnMap.value && isAtEnd.value && <ShapeConnector port={port} />}
      {isOnMap.value && isAtEnd.value ? (
        <WhyFree answer={free.value} />
      ) : (
        <p class="empty">Go to the end of the timeline to ask why it is free.</p>
      )}
    </>
  );
}

function WhyFree({ answer }: { answer: FreeAnswer | null }) {
  if (!answer) return <p class="empty">Looking it up…</p>;
  return (
    <>
      <Fold title="Why nothing is there">
        {answer.reasons.map((reason, index) => (
          <p key={index}>
            <Sentence text={reason} />
          </p>
        ))}
        <Room answer={answer} />
      </Fold>
      <Fold title="What would fit" mark={<span class="badge">{answer.candidates.filter(({ fits }) => fits).length}</span>}>
        <Candidates answer={answer} isOpen={canPlaceAt(answer.port)} />
      </Fold>
      {answer.mismatched.length > 0 && (
        <Fold title="What never matches" isClosed mark={<span class="badge">{answer.mismatched.length}</span>}>
          <ul class="sentences">
            {answer.mismatched.map(({ piece, reason }) => (
              <li key={piece}>
                <b>{pieceAt(piece)?.id}</b> {reason}
              </li>
            ))}
          </ul>
        </Fold>
      )}
    </>
  );
}

function Room({ answer: { room, blocker } }: { answer: FreeAnswer }) {
  const distance = room === null ? 'more than 100 m' : `${brief(room)} m`;
  return (
    <p>
      Room straight ahead: <b>{distance}</b>
      {blocker !== null && (
        <>
          , then <button type="button" class="link" onClick={() => selectPiece(blocker)}>piece {blocker}</button> is in the way
        </>
      )}
      .
    </p>
  );
}

/** Those that fit can be put there. */
function Candidates({ answer: { port, candidates }, isOpen }: { answer: FreeAnswer; isOpen: boolean }) {
  if (candidates.length === 0) return <p>No piece of this kit matches this connector.</p>;
  return (
    <ul class="candidates">
      {candidates.map(({ piece, connector, fits, reason }) => (
        <li key={`${piece} ${connector}`} class={fits ? 'fits' : ''}>
          <Icon name={fits ? 'check' : 'cross'} />
          <div>
            <b>{pieceAt(piece)?.id}</b> by {connectorName(pieceAt(piece), connector)}
            <span class={fits ? 'hidden' : 'problem-help'}>{fits ? 'fits' : reason}</span>
          </div>
          {fits && isOpen && (
            <Button
              label={`Put ${pieceAt(piece)?.id} here`}
              title="Join it to this connector"
              icon="plus"
              isBare
              isDisabled={isActing.value}
              onClick={() => void place(port, pieceAt(piece)!.id, connector)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
