// Issue 19: a map shaped by hand, with all that a map can have, is a file for the command; and acts that are undone and redone.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { BLIND, scenario } from './lib/scenario.mjs';
import { snapmesh } from './lib/command.mjs';
import { backAndForth, firstThatWorks, leaf, panel, select, selectFree } from './lib/shaping.mjs';

const SMALL = { ...BLIND, address: [['preset', 'arena'], ['set', 'selection.max_pieces=14']] };

/** Closes a loop from some free connector by new pieces, as a person would who tries one after the other. */
async function closeLoop(studio) {
  const { page } = studio;
  await selectFree(studio, leaf(studio));
  await studio.button('Close a loop from here').click();
  const ends = page.getByRole('list', { name: 'Close the loop at' }).getByRole('button');
  await ends.first().waitFor();
  const tries = Array.from({ length: await ends.count() }, (_, other) => () => ends.nth(other).click());
  await firstThatWorks(studio, tries);
  await studio.shows(studio.wire.last('map').digest);
}

/** Names a cap and a door for the walkways, among the connections. */
async function nameEnds(studio) {
  await studio.tab('Connections');
  const add = (key, file) => () =>
    studio.page.getByRole('combobox', { name: `Add a ${key} for 2 white`, exact: true }).selectOption(file);
  await studio.growBy(add('cap', 'ends/BrokenWall.glb'));
  await studio.growBy(add('door', 'ends/Archway.glb'));
}

/** Pieces on which nothing hangs and no loop closes: they can go without anything else. */
function loose({ wire }) {
  const { placed, links } = wire.last('map');
  const taken = new Set([...placed.map((row) => row[6]), ...links.flatMap(({ from, to }) => [from.placed, to.placed])]);
  return placed.flatMap((row, number) => (row[10] === 0 && row[6] >= 0 && !taken.has(number) ? [number] : []));
}

/** Deletes a loose piece, and closes what is free then. */
async function replaceByCap(studio) {
  const found = loose(studio);
  await select(studio, found.at(-1));
  await studio.growBy(() => studio.page.keyboard.press('Delete'));
  await panel(studio).getByRole('heading', { name: 'Free connector' }).waitFor();
  return studio.growBy(() => studio.button('Cap').click());
}

async function download(studio) {
  const { page, folder } = studio;
  await studio.button('Share').click();
  await studio.choice('Format', 'JSON').check();
  const [file] = await Promise.all([page.waitForEvent('download'), studio.button('Download JSON').click()]);
  const map = path.join(folder, 'map.json');
  await file.saveAs(map);
  await page.keyboard.press('Escape');
  return map;
}

scenario('shape: a map with a loop, caps, doors and kept pieces is validated, drawn and explained', SMALL, async (studio) => {
  await closeLoop(studio);
  await nameEnds(studio);
  await replaceByCap(studio);
  await select(studio, loose(studio).at(-1));
  const { digest, kept } = await studio.growBy(() => studio.button('Regrow').click());

  const map = await download(studio);
  const json = JSON.parse(await readFile(map, 'utf8'));
  assert.deepEqual([json.digest, json.kept], [digest, kept]);
  const roles = new Set(json.pieces.map(({ role }) => role ?? 'piece'));
  assert.deepEqual([...roles].sort(), ['cap', 'loop', 'piece']);
  assert.ok(json.doors.length > 0 && json.links.length === 1 && kept > 0, JSON.stringify({ ...json, pieces: [] }));

  const { points, regions } = JSON.parse(await snapmesh('validate', map, '--json'));
  assert.ok(points > 0 && regions >= 1);
  for (const ending of ['png', 'svg', 'glb']) await snapmesh('render', map, '-o', path.join(studio.folder, `map.${ending}`));
  const glb = (await readFile(path.join(studio.folder, 'map.glb'))).toString('latin1');
  assert.equal(glb.match(/"name":"d\d+_Archway"/g).length, json.doors.length, 'each door is drawn');
  const told = await snapmesh('explain', map);
  for (const line of [/A loop is closed: connector/, /p\d+_BrokenWall closes/]) assert.match(told, line);
  assert.equal(told.match(/^d\d+_Archway stands at connector/gm).length, json.doors.length);
});

scenario('shape: unpin and Generate, undo and redo each', SMALL, async (studio) => {
  const { wire } = studio;
  await select(studio, 5);
  await studio.growBy(() => studio.button('Pin').click());
  const again = await backAndForth(studio, () => studio.button('Generate').click());
  assert.ok(again.kept >= 2 && again.kept < 14 && again.pins.length === 1);
  const [pin] = again.pins;
  await select(studio, pin);
  const free = await backAndForth(studio, () => studio.button('Pin').click());
  assert.deepEqual([free.pins, free.digest], [[], again.digest], 'nothing is pinned, and nothing else is other');
  await panel(studio).waitFor();
  assert.equal(wire.last('map').steps.at(-1).startsWith('Unpinned'), true);
});
