// Issue 19, number 1: a folder of models without a mark becomes a kit, is corrected on the bench, and is read by the command as saved.

import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { generated, snapmesh } from './lib/command.mjs';
import { kitFile } from './lib/kits.mjs';
import { makeModels } from './lib/models.mjs';
import { BLIND, scenario } from './lib/scenario.mjs';
import { until } from './lib/wait.mjs';

async function bareModels(folder) {
  await rm(folder, { recursive: true });
  await makeModels(folder);
}

/** Types into a field of the bench, and waits until the piece was looked at. */
async function type(studio, label, text) {
  const field = studio.page.getByRole('complementary', { name: 'Marks' }).getByLabel(label, { exact: true });
  const asked = studio.wire.asked('piece').length;
  await field.fill(text);
  await field.press('Enter');
  await until('the piece is looked at', () => studio.wire.asked('piece').length > asked && studio.wire.isIdle());
}

scenario('pieces: doorways are found, those of a piece that others follow are corrected, saved, and read by the command', { ...BLIND, prepare: bareModels }, async (studio) => {
  const { page, wire } = studio;
  await studio.tab('Pieces');
  await studio.growBy(() => studio.button('Find all doorways').click(), 60_000);
  const found = await kitFile(studio.folder);
  assert.match(found, /at = \[4, 0\.13, 0\], heading = \[1, 0, 0\], pins = 2, color = "white"/, 'the path into the garden');
  await studio.button('Mark Garden').click();
  await wire.answer('piece');
  await page.getByRole('button', { name: /^Connector 3/ }).click();
  await type(studio, 'Connector 3, Y', '0');
  await type(studio, 'Connector 3, pins', '1');
  await type(studio, 'Connector 3, color', 'Red');
  await page.keyboard.press('Control+s');
  await wire.answer('saved');
  const saved = await kitFile(studio.folder);
  const corrected = found.replace('at = [4, 0.13, 0], heading = [1, 0, 0], pins = 2, color = "white"', 'at = [4, 0, 0], heading = [1, 0, 0], pins = 1, color = "red"');
  assert.equal(saved, corrected, 'nothing else is changed in the file');
  await studio.growBy(() => studio.button('Back to the map').click());
  assert.equal(await studio.digest(), (await generated(studio.folder)).digest);
  assert.match(await snapmesh('check', studio.folder), /1 red/);
});
