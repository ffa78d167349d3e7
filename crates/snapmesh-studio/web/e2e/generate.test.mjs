// Issue 13, number 2: generate. Button and Enter, seed with dice and lock, live or not, promises, errors where they belong, files
// that change on the disk.

import assert from 'node:assert/strict';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { BLIND, scenario, SIGHTED } from './lib/scenario.mjs';
import { editKitFile } from './lib/kits.mjs';
import { colorCount } from './lib/pixels.mjs';
import { until } from './lib/wait.mjs';

/** A second by the issue; machines that draw with the processor get more. */
const SOON = 3000;

scenario('2 generate: button and Enter, dice and lock', BLIND, async (studio) => {
  const seed = studio.seed;
  const first = await studio.digest();
  const { digest: second } = await studio.growBy(() => studio.button('Generate').click());
  assert.notEqual(second, first);
  const { digest: third } = await studio.growBy(() => studio.page.keyboard.press('Enter'));
  assert.notEqual(third, second);
  const thrown = await studio.growBy(() => studio.button('New seed').click());
  assert.equal(await seed.inputValue(), thrown.seed);

  await studio.button('Lock the seed').click();
  assert.ok(await studio.button('New seed').isDisabled());
  const { digest: locked } = await studio.growBy(() => studio.button('Generate').click());
  assert.equal(locked, thrown.digest);

  await seed.fill('28');
  await studio.growBy(() => seed.press('Enter'));
  await studio.shows(first);
});

scenario('2 generate: a seed of 64 bits is kept digit by digit', BLIND, async (studio) => {
  const seed = studio.seed;
  await seed.fill('-9223372036854775808');
  const map = await studio.growBy(() => seed.press('Enter'));
  assert.equal(map.seed, '-9223372036854775808');
  assert.equal(await seed.inputValue(), '-9223372036854775808');
});

scenario('2 generate: a change grows at once, unless that is switched off', BLIND, async (studio) => {
  const live = studio.page.getByRole('switch', { name: 'Live' });
  await live.uncheck();
  const before = studio.wire.asked('grow').length;
  await studio.fill('Max pieces', '11');
  assert.equal(await studio.field('Max pieces').inputValue(), '11');
  assert.equal(studio.wire.asked('grow').length, before);
  const map = await studio.growBy(() => studio.button('Generate').click());
  assert.equal(map.pieces, 11);
  await studio.fill('Max pieces', '12');
  const last = await studio.growBy(() => live.check());
  assert.equal(last.pieces, 12);
});

scenario('2 generate: a kit.toml that changes on the disk grows the map again', BLIND, async (studio) => {
  const start = performance.now();
  await studio.growBy(() => editKitFile(studio.folder, (text) => text.replace('max_pieces = 30', 'max_pieces = 14')), SOON);
  console.log(`kit.toml changed: grown again after ${Math.round(performance.now() - start)} ms`);
  assert.equal(studio.wire.placed().length, 14);
  assert.equal(await studio.field('Max pieces').inputValue(), '14');
});

scenario('2 generate: a piece that changes on the disk grows the map again, and is drawn anew', SIGHTED, async (studio) => {
  const before = await studio.stillPixels();
  const { art } = studio.wire.last('kit');
  const file = (piece) => path.join(studio.folder, `${piece}.glb`);
  await studio.growBy(() => copyFile(file('Shrine'), file('Plaza')), SOON);
  assert.notEqual(studio.wire.last('kit').art, art);
  const plaza = studio.wire.last('kit').pieces.find(({ id }) => id === 'Plaza');
  assert.equal(plaza.connectors.length, studio.wire.last('kit').pieces.find(({ id }) => id === 'Shrine').connectors.length);
  const after = await studio.stillPixels();
  assert.ok(colorCount(after) > 8 && !after.data.equals(before.data));
});

/** A preset without rules and ends: the size is all that is promised. */
const TOO_LARGE = { ...BLIND, address: { preset: 'arena', set: 'growth.budget=5' } };

scenario('2 generate: promises that are not kept, and why', TOO_LARGE, async (studio) => {
  const map = await studio.growBy(() => studio.fill('Max pieces', '200'));
  assert.deepEqual(map.promises.map(({ kept }) => kept), [false]);
  assert.equal(await studio.tile('Promises kept'), '0 of 1');
  const panel = studio.page.getByRole('complementary', { name: 'Selection' });
  const text = (await panel.innerText()).toLowerCase();
  for (const sentence of ['What stood in the way', ...map.trouble]) {
    assert.ok(text.includes(sentence.replaceAll('`', '').toLowerCase()), sentence);
  }
  assert.match(await panel.getByRole('list', { name: 'Promises' }).innerText(), /not kept/);
});

scenario('2 generate: errors are shown where they belong', { ...BLIND, address: { set: 'selection.max_pieces=0' } }, async (studio) => {
  assert.equal(await studio.page.evaluate(() => document.documentElement.dataset.state), 'failed');
  assert.match(await studio.setting('selection.max_pieces').innerText(), /1 or more/);
  await studio.growBy(() => studio.fill('Max pieces', '5'));
  await until('the error is gone', async () => !(await studio.setting('selection.max_pieces').innerText()).includes('or more'));
});

scenario('2 generate: rules that cannot hold together are told at the rule', BLIND, async (studio) => {
  await studio.growBy(() => studio.fill('Max pieces', '5'));
  await studio.tab('Pieces');
  await studio.growBy(() => studio.fill('Count of Shrine, least', '9'));
  await studio.tab('Rules');
  const rule = studio.page.getByRole('region', { name: 'Rule for Shrine' });
  await until('the rule tells what is wrong', async () => (await rule.innerText()).includes('cannot hold together'), 3000);
});

scenario('2 generate: a large map appears while it grows', BLIND, async (studio) => {
  const before = studio.wire.answers.length;
  await studio.fill('Max pieces', '20000');
  await until('it is grown', () => studio.wire.last('map').pieces === 20_000);
  const parts = studio.wire.answers.slice(before).filter(({ answer }) => answer === 'growing');
  assert.ok(parts.length > 0 && parts[0].placed.length < 20_000);
});
