import { Button } from '../../parts/button';
import { Facts } from '../../parts/facts';
import { Fold } from '../../parts/fold';
import { Select } from '../../parts/select';
import type { JoinedAnswer } from '../../protocol';
import { bench, benchFiles } from '../../state/bench';
import { nameOfFile } from '../../state/files';
import { chooseJoin, endJoin, join, joined, partner, type Join } from '../../state/join';
import { connectors } from '../../state/marks';
import { mayMeet } from '../../state/matrix';

/** The piece joined to another one, to see whether they meet as they should. */
export function BenchJoin() {
  const chosen = join.value;
  const count = connectors.value.length;
  return (
    <Fold title="Join" isClosed>
      <p class="field-help">Another piece is put to a connector of this one, as on a map.</p>
      {count === 0 ? (
        <p class="empty">This piece has no connectors yet.</p>
      ) : (
        <Choices chosen={chosen} />
      )}
      {chosen && <Verdict chosen={chosen} />}
      {joined.value && <Meeting meeting={joined.value} />}
      {chosen && <Button label="End the join" icon="close" onClick={endJoin} />}
    </Fold>
  );
}

/** That two connectors fit is of no use if no map joins them. */
function Verdict({ chosen: { connector, file, other } }: { chosen: Join }) {
  const ours = connectors.value[connector];
  const theirs = othersOf(file)[other];
  if (!ours || !theirs || mayMeet(ours, theirs)) return null;
  const words = ({ pins, color }: { pins: number; color: string }) => `${pins} ${color}`;
  return (
    <p class="bench-verdict" role="status">
      No map joins these two: {words(ours)} does not meet {words(theirs)}.
    </p>
  );
}

function othersOf(file: string): { pins: number; color: string }[] {
  return file === bench.value ? connectors.value : (partner.value?.info.connectors ?? []);
}

function Choices({ chosen }: { chosen: Join | null }) {
  const change = (changed: Partial<Join>, isConnector = true) =>
    chooseJoin({ connector: 0, file: bench.value!, other: 0, ...chosen, ...changed }, isConnector);
  const others = chosen ? othersOf(chosen.file) : [];
  const files = benchFiles.value.map((file) => ({ value: file, label: nameOfFile(file) }));
  return (
    <div class="bench-join">
      <Select
        label="Connector of this piece"
        value={String(chosen?.connector ?? 0)}
        choices={numbered(connectors.value)}
        onChange={(text) => change({ connector: Number(text) })}
      />
      <Select
        label="Other piece"
        value={chosen?.file ?? ''}
        choices={[{ value: '', label: 'Choose a piece' }, ...files]}
        onChange={(file) => (file ? change({ file, other: 0 }, false) : endJoin())}
      />
      {chosen && (
        <Select
          label="Connector of the other piece"
          value={String(chosen.other)}
          choices={numbered(others)}
          onChange={(text) => change({ other: Number(text) })}
        />
      )}
    </div>
  );
}

function numbered(all: { pins: number; color: string }[]): { value: string; label: string }[] {
  return all.map(({ pins, color }, place) => ({ value: String(place), label: `Connector ${place + 1}: ${pins} ${color}` }));
}

function Meeting({ meeting: { gap, step, widths, passage, overlap, sentences } }: { meeting: JoinedAnswer }) {
  const metres = (x: number | null) => (x === null ? 'not known' : `${(Math.round(x * 1000) / 1000 + 0).toFixed(3)} m`);
  return (
    <div role="group" aria-label="How they meet">
      <Facts
        facts={[
          ['Gap', metres(gap)],
          ['Step', metres(step)],
          ['Doorways', widths.map(metres).join(' and ')],
          ['Free', metres(passage)],
          ['Overlap', overlap === null ? 'none' : metres(overlap)],
        ]}
      />
      <ul class="sentences">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  );
}
