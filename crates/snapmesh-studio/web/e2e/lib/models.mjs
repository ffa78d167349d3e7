// A folder of models as one downloads them: the pieces of the starter kit and two things for its doorways, with every mark taken
// out, and no kit.toml.

import { copyFile, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { editGlb, folderOf } from './kits.mjs';

const KIT = 'starter';
/** They have no floor, so no doorway is found in them. */
const ENDS = ['ends/BrokenWall.glb', 'ends/Archway.glb'];

/** Makes the folder, which is not there yet. */
export async function makeModels(folder) {
  await mkdir(folder);
  const pieces = (await readdir(folderOf(KIT))).filter((file) => file.endsWith('.glb'));
  for (const file of [...pieces, ...ENDS]) {
    const model = path.join(folder, path.basename(file));
    await copyFile(path.join(folderOf(KIT), file), model);
    await editGlb(model, unmark);
  }
}

/** What says something to snapmesh and is not drawn: connectors and boxes. */
function isMark({ name = '', mesh, extras }) {
  return mesh === undefined && (/^conn/i.test(name) || extras?.collider !== undefined);
}

/** Takes the nodes that are marks out of a glTF, and numbers the others anew. */
function unmark(json) {
  const kept = json.nodes.flatMap((node, index) => (isMark(node) ? [] : [index]));
  const renumbered = (list) => list?.filter((index) => kept.includes(index)).map((index) => kept.indexOf(index));
  json.nodes = kept.map((index) => {
    const { extras: _, ...node } = json.nodes[index];
    return { ...node, ...(node.children && { children: renumbered(node.children) }) };
  });
  for (const scene of json.scenes) scene.nodes = renumbered(scene.nodes);
}
