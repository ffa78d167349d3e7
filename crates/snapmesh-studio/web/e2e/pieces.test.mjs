// Issue 13, number 1: set-up. Pieces with thumbnails, tick to use, tick as starter, weight, count, tags.

import assert from 'node:assert/strict';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { BLIND, scenario } from './lib/scenario.mjs';
import { editGlb, TEXTURED } from './lib/kits.mjs';
import { until } from './lib/wait.mjs';

function row({ page }, piece) {
  return page.getByRole('listitem', { name: piece, exact: true });
}

/** The picture of a piece, as text. */
function pixelsOf(piece) {
  return piece.locator('img').evaluate((image) => {
    const pen = new OffscreenCanvas(image.naturalWidth, image.naturalHeight).getContext('2d');
    pen.drawImage(image, 0, 0);
    const { data } = pen.getImageData(0, 0, image.naturalWidth, image.naturalHeight);
    return new Uint32Array(data.buffer).join();
  });
}

/** How many colors it has. */
async function colorsOf(piece) {
  return new Set((await pixelsOf(piece)).split(',')).size;
}

/** Two pieces that look the same: of one, a part is a node that moves, with a lamp and a marker beside it. */
async function addMovingPart(folder) {
  const [still, moving] = ['Still', 'Moving'].map((name) => path.join(folder, `${name}.glb`));
  for (const [file, isMoving] of [[still, false], [moving, true]]) {
    await cp(path.join(folder, 'Hall.glb'), file);
    await editGlb(file, (json) => addLeaf(json, isMoving));
  }
}

function addLeaf(json, isMoving) {
  const hang = (node) => json.nodes[0].children.push(json.nodes.push(node) - 1);
  const { mesh } = json.nodes.find((node) => node.mesh !== undefined);
  const tilted = [0.17364817766693033, 0, 0, 0.984807753012208];
  hang({ name: 'Leaf', mesh, translation: [1, 4, 0], rotation: tilted, scale: [0.5, 0.5, 0.5], ...(isMoving && { extras: { keep: true } }) });
  if (!isMoving) return;
  hang({ name: 'Spawn', translation: [0, 0, 1], extras: { spawn: 'hero' } });
  hang({ name: 'Lamp', translation: [0, 2, 0], extensions: { KHR_lights_punctual: { light: 0 } } });
  json.extensionsUsed = [...(json.extensionsUsed ?? []), 'KHR_lights_punctual'];
  json.extensions = { ...json.extensions, KHR_lights_punctual: { lights: [{ type: 'point', color: [1, 0, 0], intensity: 9000 }] } };
}

scenario('1 set-up: parts that move are drawn with their piece, and its lamps and markers are not', { prepare: addMovingPart }, async (studio) => {
  await studio.tab('Pieces');
  const pictures = [];
  for (const name of ['Still', 'Moving', 'Hall']) {
    const piece = row(studio, name);
    await piece.scrollIntoViewIfNeeded();
    pictures.push(await pixelsOf(piece));
  }
  assert.equal(pictures[1], pictures[0]);
  assert.notEqual(pictures[2], pictures[0], 'the part is seen');
});

for (const kit of ['starter', TEXTURED]) {
  scenario(`1 set-up: pieces of ${kit} have thumbnails that are pictures, and sizes`, { kit }, async (studio) => {
    await studio.tab('Pieces');
    for (const { file } of studio.wire.last('kit').catalog) {
      const piece = row(studio, file.split('/').at(-1).replace('.glb', ''));
      await piece.scrollIntoViewIfNeeded();
      const colors = await colorsOf(piece);
      assert.ok(colors > 8, `${file} has ${colors} colors`);
      assert.match(await piece.innerText(), /\d.* × .* × .*\d m/);
    }
  });
}

scenario('1 set-up: a piece that is unticked is on the map no more, ticked again the map is as before', BLIND, async (studio) => {
  const first = await studio.digest();
  await studio.tab('Pieces');
  const piece = studio.wire.placed()[3];
  const tick = studio.page.getByRole('checkbox', { name: `Use ${piece}`, exact: true });
  await studio.growBy(() => tick.uncheck());
  assert.ok(!studio.wire.placed().includes(piece));
  const { digest } = await studio.growBy(() => tick.check());
  assert.equal(digest, first);
});

scenario('1 set-up: a map starts with the piece that is ticked as starter', BLIND, async (studio) => {
  await studio.tab('Pieces');
  await studio.growBy(() => studio.button('Start with Bridge').click());
  assert.equal(studio.wire.placed()[0], 'Bridge');
  await studio.growBy(() => studio.button('Start with Bridge').click());
  await studio.growBy(() => studio.button('Start with Gate').click());
  assert.equal(studio.wire.placed()[0], 'Gate');
});

scenario('1 set-up: a piece of weight 0 is never placed', BLIND, async (studio) => {
  await studio.tab('Pieces');
  const piece = studio.wire.placed()[5];
  await studio.growBy(() => studio.fill(`Weight of ${piece}`, '0'));
  assert.ok(!studio.wire.placed().slice(1).includes(piece));
});

scenario('1 set-up: a count is a promise, and it is kept', BLIND, async (studio) => {
  await studio.tab('Pieces');
  await studio.growBy(() => studio.fill('Count of Shrine, least', '2'));
  const map = await studio.growBy(() => studio.fill('Count of Shrine, most', '2'));
  assert.equal(studio.wire.placed().filter((piece) => piece === 'Shrine').length, 2);
  assert.ok(map.promises.every(({ kept }) => kept));
  const promises = await studio.page.getByRole('list', { name: 'Promises' }).innerText();
  assert.match(promises, /count of Shrine: 2\s+kept/);
});

scenario('1 set-up: tags are words that rules can name pieces by', BLIND, async (studio) => {
  await studio.tab('Pieces');
  for (const piece of ['Shrine', 'Garden']) {
    await row(studio, piece).getByRole('button', { name: '+ tag' }).click();
    await studio.growBy(() => studio.fill(`Tags of ${piece}`, 'green, holy'));
    await until('the tags are shown', async () => (await row(studio, piece).innerText()).includes('#holy'));
  }
  await studio.tab('Rules');
  await studio.field('Piece, pattern or #tag of a new rule').fill('#holy');
  await studio.growBy(() => studio.button('Add a rule').click());
  await studio.growBy(() => studio.fill('Count of #holy, most', '1'));
  await studio.growBy(() => studio.fill('Count of #holy, least', '1'));
  const holy = studio.wire.placed().filter((piece) => ['Shrine', 'Garden'].includes(piece));
  assert.equal(holy.length, 1);
});
