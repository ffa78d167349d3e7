// An hour with a kit of one's own: what stood in the way of it. The bench, and a folder of models.

import assert from 'node:assert/strict';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { BLIND, scenario, SIGHTED } from './lib/scenario.mjs';
import { generated } from './lib/command.mjs';
import { editGlb, kitFile } from './lib/kits.mjs';
import { difference, readPng } from './lib/pixels.mjs';
import { until } from './lib/wait.mjs';

/** A folder of models, as one downloads them: in files and folders, nothing is marked. */
async function unmarkAll(folder) {
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.glb'))) {
    await editGlb(path.join(folder, file), (json) => {
      for (const node of json.nodes) {
        if (/^conn/i.test(node.name ?? '') || node.extras?.pins) node.extras = { ...node.extras, connector: false };
      }
    });
  }
  await rm(path.join(folder, 'kit.toml'));
}

const MODELS = { prepare: unmarkAll };

function marks({ page }) {
  return page.getByRole('complementary', { name: 'Marks' });
}

async function openBench(studio, name) {
  await studio.tab('Pieces');
  const before = studio.wire.answers.filter(({ answer }) => answer === 'piece').length;
  await studio.button(`Mark ${name}`).click();
  await studio.wire.answer('piece', before);
}

async function markAll(studio) {
  await studio.growBy(() => studio.button('Find all doorways').click(), 60_000);
}

function message({ page }) {
  return page.locator('.message').innerText();
}

scenario('bench: a folder of models says what to do first, and what is in doubt leads to the piece', { ...BLIND, ...MODELS }, async (studio) => {
  const { page, wire } = studio;
  await page.getByRole('region', { name: 'First steps' }).waitFor();
  assert.equal(await page.getByRole('tab', { name: 'Pieces' }).getAttribute('aria-selected'), 'true');
  const problems = page.getByRole('complementary', { name: 'Selection' }).locator('.problem');
  assert.ok((await problems.count()) < 4, 'what is said about all models is said once');
  await studio.button('Mark them one by one').click();
  await marks(studio).waitFor();
  await studio.button('Back to the map').click();
  await markAll(studio);
  assert.equal(await page.getByRole('region', { name: 'First steps' }).count(), 0);
  const { doubts } = wire.last('marked');
  const list = page.getByRole('list', { name: 'Doubts' });
  assert.equal(await list.getByRole('listitem').count(), doubts.length);
});

scenario('bench: what was found is corrected piece by piece, used as a cap there, and saved', { ...BLIND, ...MODELS }, async (studio) => {
  const { page, wire } = studio;
  await markAll(studio);
  const [first] = wire.last('kit').pieces;
  await openBench(studio, first.id);
  await marks(studio).getByRole('button', { name: /^Connector 1/ }).click();
  const color = marks(studio).getByLabel('Connector 1, color');
  await color.fill('red');
  await color.press('Enter');
  const single = wire.last('kit').pieces.find(({ connectors }) => connectors.length === 1);
  await page.getByRole('list', { name: 'Files' }).getByRole('button', { name: new RegExp(`^${single.id}`) }).click();
  await until('it is there', () => wire.last('piece').info.id === single.id);
  await marks(studio).getByLabel('Draw it as a piece').uncheck();
  await marks(studio).getByRole('button', { name: new RegExp(`${single.id}: cap for`) }).first().click();

  await page.keyboard.press('Control+z');
  await until('undo says what', async () => /^Undone: the ends of /.test(await message(studio)));
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await marks(studio).getByRole('heading', { name: first.id }).waitFor();
  for (let redo = 0; redo < 3; redo++) await page.keyboard.press('Control+Shift+z');

  const saved = wire.answers.filter(({ answer }) => answer === 'saved').length;
  await page.keyboard.press('Control+s');
  await wire.answer('saved', saved);
  await studio.growBy(() => studio.button('Back to the map').click());
  assert.match(await kitFile(studio.folder), /color = "red"/);
  await studio.shows((await generated(studio.folder)).digest);
});

scenario('bench: Escape gives up what is typed, and then leaves', { ...BLIND }, async (studio) => {
  const { page } = studio;
  await openBench(studio, 'Hall');
  await marks(studio).getByRole('button', { name: /^Connector 1/ }).click();
  for (const label of ['Connector 1, color', 'Connector 1, X']) {
    const field = marks(studio).getByLabel(label, { exact: true });
    const before = await field.inputValue();
    await field.fill('7');
    await page.keyboard.press('Escape');
    assert.deepEqual([await field.inputValue(), await page.evaluate(() => document.activeElement.tagName)], [before, 'BODY']);
  }
  assert.ok(await studio.button('Undo').isDisabled(), 'nothing was handed on');
  for (let press = 0; press < 2; press++) await page.keyboard.press('Escape');
  await marks(studio).waitFor({ state: 'detached' });
});

scenario('bench: a connector comes where one points, Escape gives up a drag, and boxes are seen through walls', SIGHTED, async (studio) => {
  const { page, wire } = studio;
  await openBench(studio, 'Hall');
  await page.getByRole('main', { name: 'Piece in 3D' }).getByRole('radio', { name: 'Plan' }).check({ force: true });
  const arrow = page.locator('[data-mark="connector 1"]');
  await arrow.waitFor();
  await page.waitForTimeout(900);
  const { x, y, width } = await arrow.boundingBox();
  const from = { x: x + width / 2, y: y - 10 };
  const edits = wire.asked('piece').length;
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 40, from.y + 30, { steps: 6 });
  await page.keyboard.press('Escape');
  await page.mouse.move(from.x + 90, from.y + 60, { steps: 4 });
  await page.mouse.up();
  assert.equal(wire.asked('piece').length, edits, 'nothing was edited');
  await marks(studio).waitFor();

  await page.mouse.move(from.x, from.y + 40);
  const [first] = wire.last('piece').said.connectors;
  const count = wire.last('piece').said.connectors.length;
  await page.keyboard.press('a');
  await until('there is one more', () => wire.last('piece').said.connectors.length === count + 1);
  const { at } = wire.last('piece').said.connectors.at(-1);
  const far = Math.hypot(at[0] - first.at[0], at[2] - first.at[2]);
  assert.ok(far > 0.1 && far < 4, `it is near where the pointer is: ${far}`);

  const canvas = page.getByLabel('3D view of the piece');
  const before = await canvas.screenshot();
  await page.keyboard.press('b');
  await page.waitForTimeout(600);
  assert.ok(difference(readPng(before), readPng(await canvas.screenshot())) > 0.0005, 'boxes are seen');
});

scenario('bench: pieces are joined by connectors that may meet, and what no map joins is said', BLIND, async (studio) => {
  const { page, wire } = studio;
  await openBench(studio, 'Hall');
  await marks(studio).getByRole('button', { name: /^Connector 1/ }).click();
  await marks(studio).getByText('Join', { exact: true }).click();
  await marks(studio).getByLabel('Other piece').selectOption('Hall.glb');
  await wire.answer('joined');
  await until('they meet', () => wire.isIdle());
  const verdict = page.getByText(/^No map joins these two/);
  assert.equal(await verdict.count(), 0);
  const pins = marks(studio).getByLabel('Connector 1, pins');
  // It is joined to a copy of itself by another connector, which keeps its pins.
  await marks(studio).getByLabel('Connector of the other piece').selectOption('1');
  await pins.fill('9');
  await pins.press('Enter');
  await verdict.waitFor();
});
