// Issue 13: a kit with errors opens and shows them where they are; a kit that is deleted while the page is open loses nothing.

import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { BLIND, scenario, SIGHTED } from './lib/scenario.mjs';
import { editKitFile } from './lib/kits.mjs';
import { colorCount } from './lib/pixels.mjs';
import { until } from './lib/wait.mjs';

function problems({ page }) {
  return page.getByRole('complementary', { name: 'Selection' }).innerText();
}

const BAD_VALUE = (folder) => editKitFile(folder, (text) => text.replace('max_fails = 30', 'max_fails = "many"'));

scenario('a kit with errors: a bad value is told at its field, and mended there', { ...BLIND, prepare: BAD_VALUE }, async (studio) => {
  assert.match(await studio.setting('generation.max_fails').innerText(), /must be a whole number/);
  assert.match(await problems(studio), /kit\.toml:\d+/);
  const map = await studio.growBy(() => studio.fill('Max fails', '30'));
  assert.equal(map.pieces, 30);
});

const UNKNOWN_KEY = (folder) => editKitFile(folder, (text) => text.replace('max_pieces = 30', 'max_peices = 30'));

scenario('a kit with errors: an unknown key is told with the nearest known one', { ...BLIND, prepare: UNKNOWN_KEY }, async (studio) => {
  const text = await problems(studio);
  assert.match(text, /kit\.toml:\d+/);
  assert.match(text, /max_peices/);
  assert.match(text, /max_pieces/);
});

/** Not one that a rule needs: the map is grown without it. */
const BROKEN_PIECE = (folder) => writeFile(path.join(folder, 'Stairs.glb'), 'this is no glTF');

scenario('a kit with errors: a broken file is told at its piece', { ...BLIND, prepare: BROKEN_PIECE }, async (studio) => {
  await studio.tab('Pieces');
  const row = studio.page.getByRole('listitem', { name: 'Stairs', exact: true });
  assert.match(await row.innerText(), /glTF|GLB/i);
  const map = await studio.growBy(() => row.getByRole('checkbox').uncheck());
  assert.equal(map.pieces, 30);
});

const NO_TOML = (folder) => editKitFile(folder, (text) => text.replace('[selection]', '[selection'));

scenario('a kit with errors: what is no TOML is told, and mended on the disk', { ...BLIND, prepare: NO_TOML }, async (studio) => {
  assert.match(await problems(studio), /kit\.toml:\d+:\d+/);
  await studio.growBy(() => editKitFile(studio.folder, (text) => text.replace('[selection', '[selection]')));
  assert.equal(studio.wire.last('map').pieces, 30);
});

scenario('a kit that is deleted while the page is open loses nothing', SIGHTED, async (studio) => {
  const digest = await studio.digest();
  await rm(studio.folder, { recursive: true });
  await until('the page tells of it', async () => /gone|missing|cannot be read/i.test(await problems(studio)));
  assert.equal(await studio.digest(), digest);
  assert.ok(colorCount(await studio.stillPixels()) > 8, 'the map stays');
  const map = await studio.growBy(() => studio.fill('Max pieces', '8'));
  assert.equal(map.pieces, 8);
});
