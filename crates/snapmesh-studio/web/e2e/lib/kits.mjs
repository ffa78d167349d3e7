// Kits to work with: copies in temporary folders, so that tests may write to them.

import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const repository = path.resolve(import.meta.dirname, '../../../../..');

/** The kit with textures is not ours, so it may not be there. */
export const TEXTURED = 'kaykit-dungeon';
/** Nor is this folder of models, which has no kit.toml. */
export const TILES = 'kaykit-tiles';
const THIRD_PARTY = path.resolve(repository, '../shared/third-party');

export function folderOf(kit) {
  return [TEXTURED, TILES].includes(kit) ? path.join(THIRD_PARTY, kit) : path.join(repository, 'kits', kit);
}

export function hasKit(kit) {
  return existsSync(folderOf(kit));
}

/** A copy of a kit; `rm` it with `removeKit`. */
export async function copyKit(kit) {
  const parent = await mkdtemp(path.join(tmpdir(), 'snapmesh-e2e-'));
  const folder = path.join(parent, kit);
  await cp(folderOf(kit), folder, { recursive: true });
  // Tests count the pieces that were asked for; those about loops ask for them.
  const file = path.join(folder, 'kit.toml');
  if (existsSync(file)) await writeFile(file, (await readFile(file, 'utf8')).replace(/^loops = \[1, 3\].*\n/m, ''));
  return folder;
}

export async function removeKit(folder) {
  await rm(path.dirname(folder), { recursive: true, force: true });
}

export function kitFile(folder) {
  return readFile(path.join(folder, 'kit.toml'), 'utf8');
}

/** Changes the text of kit.toml. */
export async function editKitFile(folder, change) {
  await writeFile(path.join(folder, 'kit.toml'), change(await kitFile(folder)));
}

/** Changes the JSON of a GLB; its bytes stay as they are. */
export async function editGlb(file, change) {
  const bytes = await readFile(file);
  const length = bytes.readUInt32LE(12);
  const json = JSON.parse(bytes.subarray(20, 20 + length).toString());
  change(json);
  await writeFile(file, glb(Buffer.from(JSON.stringify(json)), bytes.subarray(20 + length)));
}

function glb(json, rest) {
  const padded = Buffer.concat([json, Buffer.alloc((4 - (json.length % 4)) % 4, ' ')]);
  const head = Buffer.alloc(20);
  head.write('glTF', 0);
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(20 + padded.length + rest.length, 8);
  head.writeUInt32LE(padded.length, 12);
  head.write('JSON', 16);
  return Buffer.concat([head, padded, rest]);
}
