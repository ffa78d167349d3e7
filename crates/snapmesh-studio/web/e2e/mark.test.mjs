// Issue 19, number 1: pieces on the bench. Marked from proposals, by fields, by keys and by dragging; saved; joined.

import assert from 'node:assert/strict';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { BLIND, scenario, SIGHTED } from './lib/scenario.mjs';
import { generated } from './lib/command.mjs';
import { faintTexts, followFocus, misplaced, unfocused } from './lib/inspect.mjs';
import { editGlb, kitFile, TILES } from './lib/kits.mjs';
import { until } from './lib/wait.mjs';

/** Takes the connectors out of a file, as if nobody had marked it. */
function unmark(file) {
  return editGlb(file, (json) => {
    for (const node of json.nodes) {
      if (/^conn/i.test(node.name ?? '') || node.extras?.pins) node.extras = { ...node.extras, connector: false };
    }
  });
}

const unmarkHall = (folder) => unmark(path.join(folder, 'Hall.glb'));

/** A folder of models, as one downloads them. */
async function unmarkAll(folder) {
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.glb'))) await unmark(path.join(folder, file));
  await rm(path.join(folder, 'kit.toml'));
}

async function openBench(studio, name) {
  await studio.tab('Pieces');
  await studio.button(`Mark ${name}`).click();
  await studio.wire.answer('piece');
}

function marksPanel({ page }) {
  return page.getByRole('complementary', { name: 'Marks' });
}

async function fill(studio, label, text) {
  const field = marksPanel(studio).getByLabel(label, { exact: true });
  await field.fill(text);
  await field.press('Tab');
}

function list(studio, name) {
  return marksPanel(studio).getByRole('list', { name, exact: true });
}

/** The newest answer about the piece, once it has so many connectors. */
async function connectorsBecome(studio, count) {
  await until(`the piece has ${count} connectors`, () => studio.wire.last('piece').info.connectors.length === count && studio.wire.isIdle());
  return studio.wire.last('piece').info.connectors;
}

async function save(studio) {
  await studio.page.keyboard.press('Control+s');
  await studio.wire.answer('saved');
  await until('it is grown', () => studio.wire.isIdle());
}

scenario('pieces: marked from a proposal and by hand, saved, and the command line reads the same kit', { ...BLIND, prepare: unmarkHall }, async (studio) => {
  await openBench(studio, 'Hall');
  assert.match(await marksPanel(studio).innerText(), /no connector was found/i);
  await studio.button('Find doorways').click();
  await studio.wire.answer('proposed');
  const doorways = studio.wire.last('proposed').said.connectors;
  assert.equal(await list(studio, 'Proposals').getByRole('listitem').count(), doorways.length);

  const [found, own] = [0, 1].sort((a, b) => doorways[b].heading[2] - doorways[a].heading[2]);
  await studio.button(`Accept doorway ${found + 1}`).click();
  const [first] = await connectorsBecome(studio, 1);
  assert.deepEqual(first.position, doorways[found].at);
  await fill(studio, 'Connector 1, pins', '2');
  await fill(studio, 'Connector 1, color', 'Red');

  await studio.button('Add a connector').click();
  await connectorsBecome(studio, 2);
  const [x, y, z] = doorways[own].at;
  for (const [axis, value] of [['X', x], ['Y', y], ['Z', z]]) await fill(studio, `Connector 2, ${axis}`, String(value));
  await fill(studio, 'Connector 2, heading in degrees', '180');
  await until('the second stands in its doorway', () => studio.wire.last('piece').info.connectors[1]?.position[2] === z && studio.wire.isIdle());

  await studio.page.keyboard.press('Control+z');
  await until('undone', async () => (await marksPanel(studio).getByLabel('Connector 2, heading in degrees').inputValue()) === '0');
  await studio.page.keyboard.press('Control+Shift+z');
  await save(studio);
  const text = await kitFile(studio.folder);
  assert.match(text, /\n\[pieces\.Hall\]\nconnectors = \[\n {2}\{ at = \[.*\], heading = \[.*\], pins = 2, color = "red" \},\n/);
  assert.match(text, /^# /, 'comments stay');

  // It may have grown before: the file that was saved has changed.
  await studio.button('Back to the map').click();
  await studio.shows((await generated(studio.folder)).digest);
});

scenario('pieces: an arrow is dragged and snaps, keys move and turn it, a face of a box is moved, Delete deletes', SIGHTED, async (studio) => {
  await openBench(studio, 'Hall');
  const before = studio.wire.last('piece').info.connectors;
  await studio.page.getByRole('main', { name: 'Piece in 3D' }).getByRole('radio', { name: 'Plan' }).check({ force: true });
  const arrow = studio.page.locator('[data-mark="connector 1"]');
  await arrow.waitFor();
  await studio.page.waitForTimeout(900);
  const from = await placeOf(arrow);
  const edits = studio.wire.asked('piece').length;
  await studio.page.mouse.move(from.x, from.y);
  await studio.page.mouse.down();
  await studio.page.mouse.move(from.x + 40, from.y + 30, { steps: 6 });
  await studio.page.mouse.up();
  await until('the drag is an edit', () => studio.wire.asked('piece').length > edits && studio.wire.isIdle());
  const [moved] = studio.wire.last('piece').info.connectors;
  assert.notDeepEqual(moved.position, before[0].position);
  assert.equal(moved.position[1], before[0].position[1], 'it stays on its level');
  assert.deepEqual(moved.heading, before[0].heading);

  const canvas = studio.page.getByLabel('3D view of the piece');
  await canvas.press('ArrowRight');
  await canvas.press(']');
  await until('moved and turned', () => {
    const [now] = studio.wire.last('piece').info.connectors;
    return Math.abs(now.position[0] - moved.position[0] - 0.25) < 1e-6 && Math.abs(now.heading[0]) + Math.abs(now.heading[2]) > 1.1;
  });
  await canvas.press('Delete');
  await connectorsBecome(studio, before.length - 1);

  await marksPanel(studio).getByText('Boxes', { exact: true }).click();
  await marksPanel(studio).getByRole('button', { name: /^Box 1/ }).click();
  const top = studio.wire.last('piece').said.boxes[0].max[1];
  await fill(studio, 'Box 1, to Y', String(top + 1));
  await until('the face is moved', () => Math.abs(studio.wire.last('piece').said.boxes[0].max[1] - top - 1) < 1e-3);
});

async function placeOf(label) {
  const { x, y, width } = await label.boundingBox();
  // The number stands below the place that it is about.
  return { x: x + width / 2, y: y - 10 };
}

scenario('pieces: two are joined, and the gap is read', BLIND, async (studio) => {
  await openBench(studio, 'Hall');
  await marksPanel(studio).getByText('Join', { exact: true }).click();
  await marksPanel(studio).getByLabel('Other piece').selectOption('Bridge.glb');
  const meeting = marksPanel(studio).getByRole('group', { name: 'How they meet' });
  await meeting.waitFor();
  const { gap, passage } = studio.wire.last('joined');
  assert.ok(Math.abs(gap) < 0.02 && passage > 1, JSON.stringify(studio.wire.last('joined')));

  const hall = studio.wire.answers.find(({ answer, info }) => answer === 'piece' && info.file === 'Hall.glb');
  const { at, heading } = hall.said.connectors[0];
  await list(studio, 'Connectors').getByRole('button', { name: /^Connector 1/ }).click();
  const axis = Math.abs(heading[0]) > 0.5 ? 0 : 2;
  await fill(studio, `Connector 1, ${'XYZ'[axis]}`, String(at[axis] + heading[axis] * 0.3));
  await until('the gap is told', async () => /gap of 0\.30 m/.test(await meeting.innerText()));
});

for (const models of [{ kit: 'starter', prepare: unmarkAll }, { kit: TILES }]) {
  scenario(`pieces: a folder of models becomes a kit on the page alone: ${models.kit}`, { ...BLIND, ...models }, async (studio) => {
    await studio.tab('Pieces');
    assert.equal(studio.wire.last('kit').has_file, false);
    await studio.growBy(() => studio.button('Find all doorways').click(), 60_000);
    assert.match(await kitFile(studio.folder), /^# Made by `snapmesh mark`/);
    assert.equal(await studio.digest(), (await generated(studio.folder)).digest);
  });
}

scenario('pieces: all of the bench is reached by keys, can be read in both themes, and fits', BLIND, async (studio) => {
  await openBench(studio, 'Hall');
  await marksPanel(studio).getByRole('button', { name: /^Connector 1/ }).click();
  for (let theme = 0; theme < 2; theme++) {
    assert.deepEqual(await studio.page.evaluate(faintTexts), []);
    await studio.page.keyboard.press('t');
  }
  assert.deepEqual(await studio.page.evaluate(misplaced), []);
  const stops = await studio.page.evaluate(followFocus);
  for (let press = 0; press < stops + 4; press++) await studio.page.keyboard.press('Tab');
  assert.deepEqual(await studio.page.evaluate(unfocused), { unreached: [], invisible: [] });
  for (let press = 0; press < 2; press++) await studio.page.getByLabel('3D view of the piece').press('Escape');
  await until('the map is back', async () => (await studio.page.getByRole('region', { name: 'Piece', exact: true }).count()) === 0);
});
