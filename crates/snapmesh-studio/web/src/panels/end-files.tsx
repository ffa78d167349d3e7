// The caps or the doors of a kind: what is named, to be taken out, and what could be added.

import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../parts/icon';
import { Thumbnail } from '../parts/thumbnail';
import { counted } from '../parts/words';
import type { PieceInfo } from '../protocol';
import { addEnd, canEnd, kindOf, namesFor, removeName, type EndKey } from '../state/ends';
import { filesOf, isPattern, nameOfFile } from '../state/files';
import { kit } from '../state/session';
import { pictureOfFile, unusedPiece } from '../state/thumbnails';
import { artVersion } from '../state/view';

const LABELS: Record<EndKey, string> = { cap: 'Caps', door: 'Doors' };

export function EndFiles({ section, name: key }: { section: string; name: EndKey }) {
  const { names, from } = namesFor(section, key);
  return (
    <div class="end-line">
      <span class="end-label">{LABELS[key]}</span>
      <ul class="chips" aria-label={`${LABELS[key]} of ${section}`}>
        {names.map((name) => (
          <Chip key={name} name={name} what={`${key} of ${section}`} onRemove={() => removeName(section, key, name)} />
        ))}
        <li>
          <Add section={section} name={key} taken={filesOf(names)} />
        </li>
      </ul>
      {names.length > 0 && <From section={section} from={from} />}
    </div>
  );
}

/** Which wider section says it, if not that of the kind. */
export function From({ section, from }: { section: string; from: string | null }) {
  if (from === null || from === section) return null;
  return <span class="unit">from {from}</span>;
}

/** A file, or a pattern of files, as it is written in the kit. */
function Chip({ name, what, onRemove }: { name: string; what: string; onRemove(): void }) {
  const files = filesOf([name]);
  const [first] = files;
  const meant = isPattern(name) ? `${name}: ${files.join(', ') || 'no file'}` : name;
  return (
    <li class={first ? 'chip' : 'chip missing'} title={meant}>
      {first && <Thumbnail subject={`${first} ${artVersion.value}`} picture={() => pictureOfFile(first)} />}
      <span class="chip-name">{isPattern(name) ? `${name} (${counted(files.length, 'file')})` : nameOfFile(name)}</span>
      <button type="button" aria-label={`Remove ${name} as a ${what}`} title="Take it out" onClick={onRemove}>
        <Icon name="close" />
      </button>
    </li>
  );
}

/** Offers the files that have one connector which can meet the kind, those that the kit does not use yet included. */
function Add({ section, name: key, taken }: { section: string; name: EndKey; taken: string[] }) {
  const unused = useUnusedPieces();
  const kind = kindOf(section);
  const couldBe = (file: string) =>
    kind ? canEnd(kind, file, unused.get(file)) : (infoOf(file) ?? unused.get(file))?.connectors.length === 1;
  const files = kit.value?.catalog.map(({ file }) => file).filter((file) => !taken.includes(file) && couldBe(file)) ?? [];
  if (files.length === 0) return taken.length > 0 ? null : <span class="unit">no file fits</span>;
  return (
    <select
      class="input add"
      aria-label={`Add a ${key} for ${section}`}
      title={`Add a ${key}`}
      value=""
      onChange={(event) => {
        addEnd(section, key, event.currentTarget.value);
        event.currentTarget.value = '';
      }}
    >
      <option value="">+ {key}</option>
      {files.map((file) => (
        <option key={file} value={file}>
          {nameOfFile(file)}
        </option>
      ))}
    </select>
  );
}

function infoOf(file: string): PieceInfo | undefined {
  return kit.value?.pieces.find((piece) => piece.file === file);
}

/** What is known of the files that the kit does not use: it is asked for one after the other. */
function useUnusedPieces(): Map<string, PieceInfo> {
  const [known, setKnown] = useState(new Map<string, PieceInfo>());
  const files = kit.value?.catalog.filter(({ piece }) => piece === null).map(({ file }) => file) ?? [];
  useEffect(() => {
    let isWanted = true;
    const ask = async () => {
      const found = new Map<string, PieceInfo>();
      for (const file of files) {
        if (!isWanted) return;
        const { info } = await unusedPiece(file);
        if (info) found.set(file, info);
      }
      if (isWanted) setKnown(found);
    };
    void ask();
    return () => {
      isWanted = false;
    };
  }, [files.join('\n'), artVersion.value]);
  return known;
}
