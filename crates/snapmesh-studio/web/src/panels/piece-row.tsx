import { useEffect, useId, useState } from 'preact/hooks';
import { Button } from '../parts/button';
import { ProblemList } from '../parts/problem';
import { TextInput } from '../parts/text-input';
import { Thumbnail } from '../parts/thumbnail';
import { Tick } from '../parts/tick';
import { counted, sizeOf } from '../parts/words';
import type { CatalogEntry, PieceInfo } from '../protocol';
import { openBench } from '../state/bench';
import { nameOfFile } from '../state/files';
import { isUnmarked } from '../state/mark-all';
import { setStarter, setUsed, starting, used } from '../state/pieces';
import { pieceAt, problems } from '../state/session';
import { entriesOf, setInEntry } from '../state/settings';
import { pictureOf, unusedPiece } from '../state/thumbnails';
import { artVersion } from '../state/view';
import { EndToggles, RoleChips, rolesOf } from './piece-roles';
import { RuleControl, ruleSchemas } from './rule-keys';

/** A file of the kit's folder: what it is, and whether and how it is used. */
export function PieceRow({ entry: { file, piece } }: { entry: CatalogEntry }) {
  const [isOpen, setOpen] = useState(false);
  const known = piece === null ? undefined : pieceAt(piece);
  const [unused, setUnused] = useState<PieceInfo | null>(null);
  const info = known ?? unused;
  const name = info?.id ?? nameOfFile(file);
  const isOn = used.value.has(file);
  const starts = starting.value.has(file);
  useEffect(() => setUnused(null), [artVersion.value]);
  const picture = async () => {
    if (piece !== null) return pictureOf(piece);
    const found = await unusedPiece(file);
    setUnused(found.info);
    return found.picture;
  };
  return (
    <li class={rolesOf(file).length > 0 ? 'piece' : 'piece unused'} aria-label={name}>
      <Tick
        label={`Use ${name}`}
        title={isOn ? 'Drawn as a piece' : 'Draw it as a piece'}
        isBare
        isOn={isOn}
        onChange={(ticked) => setUsed(file, ticked)}
      />
      <Thumbnail subject={`${piece} ${artVersion.value}`} picture={picture} />
      <div class="piece-text">
        <button type="button" class="piece-name" title={`${file}: put it on the bench`} onClick={() => openBench(file)}>
          {name}
        </button>
        <RoleChips file={file} name={name} />
        <span class="piece-facts">{info ? factsOf(info) : file}</span>
      </div>
      <span class="toolbar-group">
        <Button label={`Mark ${name}`} title="Mark: its connectors, boxes and floor" icon="connectors" isBare onClick={() => openBench(file)} />
        <Button
          label={`Start with ${name}`}
          title={starts ? 'A map may start with this piece' : 'Let maps start with this piece'}
          icon="flag"
          isBare
          isPressed={starts}
          onClick={() => setStarter(file, !starts)}
        />
      </span>
      <EndToggles file={file} name={name} unused={unused ?? undefined} />
      {known && <RuleLine piece={known} isGrown={isOn || starts} isOpen={isOpen} onOpen={() => setOpen(!isOpen)} />}
      {known && isOpen && <Tags piece={known} />}
      {/* While nothing is marked, all of them have the same, and it is told in the list of all. */}
      <ProblemList problems={isUnmarked.value ? [] : problems.value.filter((problem) => problem.file === file)} />
    </li>
  );
}

function factsOf(piece: PieceInfo): string {
  return `${sizeOf(piece)} · ${counted(piece.connectors.length, 'connector')}`;
}

interface RuleLineProps {
  piece: PieceInfo;
  /** Not only a cap or a door: those are drawn by weight, and counted by no rule. */
  isGrown: boolean;
  isOpen: boolean;
  onOpen(): void;
}

/** Weight and count of the piece: the rule of its own name. What its file says is where nothing is given. */
function RuleLine({ piece, isGrown, isOpen, onOpen }: RuleLineProps) {
  const { weight, count } = ruleSchemas();
  const tags = piece.tags.map((tag) => `#${tag}`).join(' ');
  return (
    <div class="piece-rule">
      {weight && (
        <span class="piece-key" title={weight.description}>
          <span>Weight</span>
          <RuleControl selector={piece.id} name="weight" schema={weight} placeholder={String(piece.weight ?? 1)} />
        </span>
      )}
      {count && isGrown && (
        <span class="piece-key" title={count.description}>
          <span>Count</span>
          <RuleControl selector={piece.id} name="count" schema={count} />
        </span>
      )}
      <button type="button" class="tags" aria-expanded={isOpen} title="Tags: words that rules can name it by" onClick={onOpen}>
        {tags || '+ tag'}
      </button>
    </div>
  );
}

/** The kit's own tags can be changed here; those of the file are the file's. */
function Tags({ piece }: { piece: PieceInfo }) {
  const id = useId();
  const given = entriesOf('pieces')[piece.id]?.tags;
  const own = Array.isArray(given) ? given.map(String) : [];
  const ofFile = piece.tags.filter((tag) => !own.includes(tag));
  const commit = (text: string) => {
    const words = text.split(/[\s,]+/).map((word) => word.replace(/^#/, '')).filter(Boolean);
    setInEntry('pieces', piece.id, 'tags', words.length > 0 ? [...new Set(words)] : undefined);
  };
  return (
    <div class="piece-tags">
      <TextInput
        id={id}
        label={`Tags of ${piece.id}`}
        text={own.join(', ')}
        placeholder="tags, with commas between"
        onCommit={commit}
      />
      {ofFile.length > 0 && <p class="field-help">Its file says: {ofFile.map((tag) => `#${tag}`).join(' ')}</p>}
    </div>
  );
}
