// Issue 13, number 6: share. The address, the command line, and files.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { anotherPage, BLIND, scenario } from './lib/scenario.mjs';
import { shell, snapmesh } from './lib/command.mjs';
import { kitFile } from './lib/kits.mjs';
import { readPng } from './lib/pixels.mjs';

const CLIPBOARD = { ...BLIND, context: { permissions: ['clipboard-read', 'clipboard-write'] } };

/** Presses the button that copies, and gives what was copied. */
async function copied({ page }, label) {
  await page.getByTitle(`Copy: ${label}`).click();
  await page.getByText(`${label} copied`).waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}

scenario('6 share: the address brings the same map in a new page', CLIPBOARD, async (studio) => {
  await studio.growBy(() => studio.page.getByRole('combobox', { name: 'Preset' }).selectOption('star'));
  await studio.growBy(() => studio.fill('Arm length', '4'));
  await studio.tab('Pieces');
  await studio.growBy(() => studio.fill('Count of Shrine, most', '1'));
  const { digest } = await studio.growBy(() => studio.button('New seed').click());
  await studio.button('Share').click();
  const address = new URL(await copied(studio, 'Link to this map'));
  const other = await anotherPage(studio, address.hash.slice(1));
  assert.equal(await other.digest(), digest);
  assert.deepEqual(other.troubles, []);
});

scenario('6 share: the copied command makes the map that is shown', CLIPBOARD, async (studio) => {
  await studio.growBy(() => studio.page.getByRole('combobox', { name: 'Preset' }).selectOption('branch'));
  await studio.growBy(() => studio.fill('Branch length', '6'));
  await studio.growBy(() => studio.button('New seed').click());
  await studio.button('Share').click();
  const command = await copied(studio, 'Command that makes this map');
  const file = path.join(studio.folder, '..', 'map.json');
  await shell(`${command} -o '${file}'`);
  assert.equal(JSON.parse(await readFile(file, 'utf8')).digest, await studio.digest());
});

async function download({ page }, name) {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name, exact: true }).click()]);
  return readFile(await file.path());
}

scenario('6 share: exports are the files that the command writes', { ...BLIND, address: { preset: 'star' } }, async (studio) => {
  const written = (ending) => path.join(studio.folder, '..', `map.${ending}`);
  const endings = ['glb', 'json', 'png', 'svg', 'obj'];
  const outputs = endings.flatMap((ending) => ['-o', written(ending)]);
  await snapmesh('generate', studio.folder, '--preset', 'star', '--quiet', ...outputs);
  await studio.button('Share').click();
  for (const ending of endings) {
    await studio.choice('Format', ending.toUpperCase()).check();
    const bytes = await download(studio, `Download ${ending.toUpperCase()}`);
    assert.ok(bytes.equals(await readFile(written(ending))), `${ending} is as the command writes it`);
  }
  assert.equal((await readFile(written('glb'))).toString('latin1', 0, 4), 'glTF');
});

scenario('6 share: exports have the options of the command', BLIND, async (studio) => {
  const written = (ending) => path.join(studio.folder, '..', `map.${ending}`);
  const options = ['--connectors', '--colliders', '--boxes', '--nav', '--doorways', '--cut', '2', '--size', '320x200', '--color', 'order'];
  await snapmesh('generate', studio.folder, '--quiet', '-o', written('glb'), '-o', written('png'), ...options);
  await studio.button('Share').click();
  const dialog = studio.page.getByRole('dialog');
  for (const name of [/^Connectors/, /^Colliders/, /^Boxes/, /^Where it can be walked/]) {
    await dialog.getByRole('checkbox', { name }).check();
  }
  assert.ok((await download(studio, 'Download GLB')).equals(await readFile(written('glb'))));
  await studio.choice('Format', 'PNG').check();
  await dialog.getByRole('checkbox', { name: /^Free doorways/ }).check();
  await dialog.getByLabel('Cut away above, in metres').fill('2');
  await dialog.getByLabel('Size, width and height').fill('320x200');
  await dialog.getByRole('combobox', { name: 'Colors by' }).selectOption('order');
  const picture = await download(studio, 'Download PNG');
  assert.ok(picture.equals(await readFile(written('png'))));
  const { width, height } = readPng(picture);
  assert.deepEqual([width, height], [320, 200]);
});

scenario('6 share: every option of the command can be chosen', BLIND, async (studio) => {
  await studio.button('Share').click();
  const dialog = studio.page.getByRole('dialog');
  const asked = () => studio.wire.asked('export').at(-1).options;
  const tick = async (...names) => {
    for (const name of names) await dialog.getByRole('checkbox', { name }).check();
  };
  await tick(/^Connectors/, /^Colliders.*as static bodies to walk on$/, /^Boxes.*what keeps pieces apart$/, /^Instancing/);
  await tick(/^Where it can be walked/);
  await download(studio, 'Download GLB');
  const ofGlb = { connectors: true, colliders: true, boxes: true, instancing: true, nav: true };
  assert.deepEqual(asked(), ofGlb);
  await studio.choice('Format', 'PNG').check();
  await tick(/^Free doorways/);
  await dialog.getByLabel('Camera, azimuth and elevation').fill('30,60');
  await dialog.getByLabel('Size, width and height').fill('64x64');
  await dialog.getByLabel('Cut away above, in metres').fill('1.5');
  await download(studio, 'Download PNG');
  assert.deepEqual(asked(), { ...ofGlb, doorways: true, angle: '30,60', size: '64x64', cut: '1.5' });
});

scenario('6 share: what makes no sense is told', BLIND, async (studio) => {
  await studio.button('Share').click();
  await studio.choice('Format', 'PNG').check();
  await studio.page.getByLabel('Cut away above, in metres').fill('the roof');
  await studio.button('Download PNG').click();
  await studio.page.getByText('must be a number of metres, as in 1.5, or none').waitFor();
});

scenario('6 share: a picture of the view', {}, async (studio) => {
  await studio.button('Share').click();
  const picture = await download(studio, 'Download the picture');
  assert.equal(picture.toString('latin1', 1, 4), 'PNG');
  assert.ok(readPng(picture).width >= 600);
});

// While the map of a change was asked for, its kit was taken for the one on the disk, and Ctrl+S said that there was nothing to save.
scenario('6 share: what was changed is saved, though its map is not there yet', BLIND, async (studio) => {
  // In one go, so that nothing is answered between the change and the keys.
  await studio.field('Max pieces').evaluate((field) => {
    field.value = '17';
    field.dispatchEvent(new Event('change', { bubbles: true }));
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 's', ctrlKey: true, bubbles: true, cancelable: true }));
  });
  await studio.wire.answer('saved');
  assert.match(await kitFile(studio.folder), /max_pieces = 17/);
});
