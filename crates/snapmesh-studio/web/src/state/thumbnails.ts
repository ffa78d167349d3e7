// Small pictures of pieces, made once for each look of the kit.

import { effect } from '@preact/signals';
import type { PieceInfo } from '../protocol';
import { entryOf } from './files';
import { ask } from './link';
import { artVersion, isLoadingArt, view } from './view';

/** In pixels: twice as large as shown, for fine screens. */
const SIZE = 96;

export interface UnusedPiece {
  picture: string | null;
  info: PieceInfo | null;
}

const NOTHING_KNOWN: UnusedPiece = { picture: null, info: null };

const pictures = new Map<number, Promise<string | null>>();
const unused = new Map<string, Promise<UnusedPiece>>();

effect(() => {
  if (artVersion.value < 0) return;
  pictures.clear();
  unused.clear();
});

/** What is in the store, or is put there now. */
function once<K, V>(store: Map<K, V>, key: K, make: () => V): V {
  const made = store.get(key) ?? make();
  store.set(key, made);
  return made;
}

/** The picture of a piece of the kit; null if it cannot be drawn, or not yet. */
export async function pictureOf(piece: number): Promise<string | null> {
  if (isLoadingArt.value) return null;
  return once(pictures, piece, async () => (await view.value?.thumbnail(piece, SIZE).catch(() => null)) ?? null);
}

/** The picture of a file, used or not. */
export async function pictureOfFile(file: string): Promise<string | null> {
  const piece = entryOf(file)?.piece ?? null;
  return piece === null ? (await unusedPiece(file)).picture : pictureOf(piece);
}

/** What a file is that the kit does not use. It may not be a piece at all; then nothing is known of it. */
export function unusedPiece(file: string): Promise<UnusedPiece> {
  return once(unused, file, async () => {
    const answer = await ask({ request: 'art', file }, 'art');
    if (answer.answer === 'failed') return NOTHING_KNOWN;
    const picture = answer.bytes && (await view.value?.thumbnailOf(answer.bytes, SIZE).catch(() => null));
    return { picture: picture ?? null, info: answer.info };
  });
}
