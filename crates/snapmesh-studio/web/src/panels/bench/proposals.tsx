import { Button } from '../../parts/button';
import { Fold } from '../../parts/fold';
import { Sentence } from '../../parts/sentence';
import { counted } from '../../parts/words';
import { isProposing, isSelected, propose, proposed, selectedMark } from '../../state/bench';
import { acceptAll, acceptProposal, openProposals } from '../../state/marks';

/** What `mark` finds in the mesh: arrows to be accepted. */
export function BenchProposals() {
  const found = proposed.value;
  const open = openProposals.value;
  return (
    <Fold title="Proposals" mark={found && <span class="badge">{open.length}</span>}>
      {found && <p class="field-help">{summary(found.measures.length, open.length)}</p>}
      <ul class="marks" aria-label="Proposals">
        {open.map(({ note, index }) => {
          const name = `Doorway ${index + 1}`;
          const width = found!.measures[index]?.width ?? 0;
          return (
            <li key={index} class={isSelected({ kind: 'proposal', index }) ? 'mark open' : 'mark'} aria-label={name}>
              <div class="row proposal">
                <button type="button" class="mark-line" onClick={() => (selectedMark.value = { kind: 'proposal', index })}>
                  <span class="mark-name">{name}</span>
                  <span class="mark-facts">
                    {counted(note.pins, 'pin')}, {width.toFixed(2)} m wide
                  </span>
                </button>
                <Button label={`Accept ${name.toLowerCase()}`} icon="check" isBare onClick={() => acceptProposal(index)} />
              </div>
            </li>
          );
        })}
      </ul>
      {found?.doubts.map((doubt) => (
        <p key={doubt} class="field-help">
          <Sentence text={doubt} />
        </p>
      ))}
      <div class="row">
        <Button
          label={isProposing.value ? 'Looking…' : 'Find doorways'}
          title="Look for doorways in the mesh"
          isPrimary={!found}
          isDisabled={isProposing.value}
          onClick={() => void propose()}
        />
        {open.length > 1 && <Button label="Accept all" icon="check" onClick={acceptAll} />}
      </div>
    </Fold>
  );
}

function summary(all: number, open: number): string {
  if (all === 0) return 'No doorway was found in the mesh.';
  return open === 0 ? `${counted(all, 'doorway')} found, and each has a connector.` : `${counted(all, 'doorway')} found.`;
}
