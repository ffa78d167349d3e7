// Issue 19, number 2: shape it. Pin, delete, regrow, cap and close a loop, with undo and redo of each, and the map as a file that
// the command takes.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { anotherPage, BLIND, scenario, SIGHTED } from './lib/scenario.mjs';
import { snapmesh } from './lib/command.mjs';
import { faintTexts, misplaced } from './lib/inspect.mjs';
import { difference } from './lib/pixels.mjs';
import { backAndForth, firstThatWorks, leaf, panel, select, selectFree } from './lib/shaping.mjs';

const SMALL = [['preset', 'arena'], ['set', 'selection.max_pieces=14']];
const CAPPED = [...SMALL, ['set', 'ends."2 white"={ cap = ["ends/BrokenWall.glb"] }']];
const SEEN = 0.0002;

function usedBy({ placed }, { guide, connector }) {
  return placed.some((row) => row[6] === guide && row[7] === connector);
}

scenario('shape: pin, delete, cap and regrow, undo and redo each; the command takes the map', { ...BLIND, address: CAPPED }, async (studio) => {
  const { page, wire } = studio;
  const first = wire.last('map');
  await select(studio, 3);
  const pinned = await backAndForth(studio, () => studio.button('Pin').click());
  assert.deepEqual([pinned.pins, pinned.digest, pinned.steps[0].slice(0, 9)], [[3], first.digest, 'Pinned p3']);
  const [guide] = first.placed[3].slice(6);
  await select(studio, guide);
  await panel(studio).getByText('Held by the pin on piece 3').waitFor();

  await select(studio, leaf(studio));
  const [at, connector] = first.placed[leaf(studio)].slice(6);
  const fewer = await backAndForth(studio, () => studio.button('Delete').click());
  assert.equal(fewer.kept, first.placed.filter((row) => row[10] === 0).length - 1);
  assert.ok(!usedBy(fewer, { guide: at, connector }));

  await studio.growBy(() => page.keyboard.press('Control+z'));
  await select(studio, leaf(studio));
  await studio.growBy(() => page.keyboard.press('Delete'));
  await panel(studio).getByRole('heading', { name: 'Free connector' }).waitFor();
  const capped = await backAndForth(studio, () => studio.button('Cap').click());
  assert.ok(usedBy(capped, { guide: at, connector }) && capped.placed.length === fewer.placed.length + 1);

  await select(studio, leaf(studio));
  const regrown = await backAndForth(studio, () => studio.button('Regrow').click());
  assert.ok(usedBy(regrown, { guide: at, connector }), 'the cap stays');
  assert.deepEqual(regrown.pins, [3]);

  const again = await studio.growBy(() => studio.button('Generate').click());
  assert.equal(again.kept >= 2 && again.kept < regrown.kept, true, 'Generate keeps what is pinned');
  assert.equal(await page.getByRole('list', { name: 'Steps' }).getByRole('listitem').count(), again.steps.length);
  const other = await anotherPage(studio, new URL(page.url()).hash.slice(1));
  assert.deepEqual([await other.digest(), other.troubles], [again.digest, []], 'the address holds what was done');
  await other.page.close();
  await assertTaken(studio, again);
});

/** The page's export is a map that validate, render and explain take. */
async function assertTaken(studio, { digest, kept }) {
  const { page, folder } = studio;
  await studio.button('Share').click();
  await page.getByText('No single command makes this map').waitFor();
  await studio.choice('Format', 'JSON').check();
  const [file] = await Promise.all([page.waitForEvent('download'), studio.button('Download JSON').click()]);
  const map = path.join(folder, 'map.json');
  await file.saveAs(map);
  await page.keyboard.press('Escape');
  const json = JSON.parse(await readFile(map, 'utf8'));
  assert.deepEqual([json.digest, json.kept ?? 0], [digest, kept]);
  assert.ok(JSON.parse(await snapmesh('validate', map, '--json')).points > 0);
  await snapmesh('render', map, '-o', path.join(folder, 'map.svg'));
  assert.match(await snapmesh('explain', map), /p0_\w+/);
  return snapmesh('explain', map);
}

scenario('shape: a loop is closed between two chosen connectors, undone and redone; or it is told why not', { ...BLIND, address: SMALL }, async (studio) => {
  const { page, wire } = studio;
  await selectFree(studio, leaf(studio));
  await studio.button('Close a loop from here').click();
  const ends = page.getByRole('list', { name: 'Close the loop at' }).getByRole('button');
  await ends.first().waitFor();
  const tries = Array.from({ length: await ends.count() }, (_, other) => () => ends.nth(other).click());
  const refused = await firstThatWorks(studio, tries);
  assert.ok(refused.every((reason) => /no chain of up to|has room/.test(reason)), refused.join());
  const closed = wire.last('map');
  assert.equal(closed.links.length, 1);
  await studio.shows(closed.digest);
  const open = await studio.growBy(() => page.keyboard.press('Control+z'));
  assert.equal(open.links.length, 0);
  const again = await studio.growBy(() => page.keyboard.press('Control+Shift+z'));
  assert.equal(again.digest, closed.digest);
  assert.match(await assertTaken(studio, again), /shaped by hand[\s\S]*A loop is closed/);
});

/** Without edits: they would be marked at the button that saves them. */
const SHAPED = [['preset', 'arena'], ['do', 'delete.39'], ['do', 'pin.7']];

for (const theme of ['light', 'dark']) {
  scenario(`shape: ${theme}: texts can be read, and nothing spills`, { ...BLIND, address: SHAPED, context: { colorScheme: theme } }, async (studio) => {
    const { page } = studio;
    await page.getByRole('list', { name: 'Steps' }).waitFor();
    const check = async (what) => {
      assert.deepEqual(await page.evaluate(faintTexts), [], what);
      assert.deepEqual(await page.evaluate(misplaced), [], what);
    };
    await check('the list of steps');
    await selectFree(studio, 38);
    await studio.button('Close a loop from here').click();
    await page.getByRole('list', { name: 'Close the loop at' }).waitFor();
    await check('a connector');
    await select(studio, 7);
    await panel(studio).getByText('Pinned: it stays').waitFor();
    await check('a pinned piece');
  });
}

scenario('shape: a pin is seen on its piece', { ...SIGHTED, address: [['preset', 'arena'], ['do', 'delete.39']] }, async (studio) => {
  await select(studio, 5);
  const before = await studio.stillPixels();
  await studio.growBy(() => studio.page.keyboard.press('k'));
  assert.ok(difference(before, await studio.stillPixels()) > SEEN);
});

scenario('shape: a piece that fits is put to a free connector; the list of free ones and the bench are at hand', { ...BLIND, address: SMALL }, async (studio) => {
  const { page, wire } = studio;
  const list = panel(studio).getByRole('group', { name: /^Free connectors of/ }).getByRole('button');
  await panel(studio).getByText('Free connectors', { exact: true }).click();
  const count = await list.count();
  for (let number = 0; number < count && !wire.last('free')?.candidates.some(({ fits }) => fits); number++) {
    if (number > 0) {
      await page.keyboard.press('Escape');
      await panel(studio).getByText('Free connectors', { exact: true }).click();
    }
    const asked = wire.answers.filter(({ answer }) => answer === 'free').length;
    await list.nth(number).click();
    await wire.answer('free', asked);
  }
  const before = wire.last('map');
  const put = panel(studio).getByRole('button', { name: /^Put \w+ here$/ }).first();
  const id = /^Put (\w+) here$/.exec(await put.getAttribute('aria-label'))[1];
  const { port } = wire.last('free');
  const after = await backAndForth(studio, () => put.click());
  assert.equal(after.placed.length, before.placed.length + 1);
  assert.ok(usedBy(after, { guide: port.placed, connector: port.connector }));
  assert.equal(wire.placed().at(-1), id);
  const other = await anotherPage(studio, new URL(page.url()).hash.slice(1));
  assert.equal(await other.digest(), after.digest, 'the address holds it');
  await other.page.close();

  await select(studio, after.placed.length - 1);
  await panel(studio).getByRole('button', { name: 'Mark', exact: true }).click();
  await page.getByRole('complementary', { name: 'Marks' }).getByRole('heading', { name: id }).waitFor();
});
