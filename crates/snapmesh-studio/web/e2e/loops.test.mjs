// Issue 17: loops in the studio. The tile, the story, the timeline, the marks in the view, the settings, and what a kit can do.

import assert from 'node:assert/strict';
import { BLIND, scenario, SIGHTED } from './lib/scenario.mjs';
import { generated } from './lib/command.mjs';
import { faintTexts, followFocus, misplaced, unfocused } from './lib/inspect.mjs';
import { difference } from './lib/pixels.mjs';
import { editKitFile } from './lib/kits.mjs';
import { WHOLE } from './lib/studio.mjs';
import { until } from './lib/wait.mjs';

const ADDRESS = [['preset', 'arena'], ['set', 'growth.loops=[2, 3]'], ['set', 'selection.max_pieces=24']];
const LOOPED = { ...BLIND, address: ADDRESS };
const LOOP = 2;
const LINKED = 5;
const SEEN = 0.0002;
const SAME = 0.0001;

function loopLines({ page }) {
  return page.getByRole('list', { name: 'Story' }).getByRole('button').filter({ hasText: /^\d+\s*Loop of / });
}

function linkEvents({ events, bytes }) {
  return Array.from({ length: events }, (_, event) => event).filter((event) => bytes.readInt32LE(event * 12) === LINKED);
}

function fold({ page }) {
  return page.getByRole('complementary', { name: 'Set-up' }).locator('summary').filter({ hasText: 'Loops' });
}

scenario('loops: a map with loops shows its tile, its promise and its story', LOOPED, async (studio) => {
  const { links, pieces, digest } = studio.wire.last('map');
  assert.ok(links.length >= 2);
  assert.equal(await studio.tile('Loops'), String(links.length));
  assert.equal(await studio.tile('Pieces'), String(pieces));
  assert.match(await studio.page.getByRole('list', { name: 'Promises' }).innerText(), /loops: 2 to 3\s+kept/);
  const words = ['--preset', 'arena', '--set', 'growth.loops=[2, 3]', '--set', 'selection.max_pieces=24'];
  assert.equal(digest, (await generated(studio.folder, ...words)).digest);

  const panel = studio.page.getByRole('complementary', { name: 'Selection' });
  const [first] = linkEvents(studio.wire.last('timeline'));
  await studio.page.getByLabel('Position on the timeline').fill(String(first));
  // The list may still be on its way there, so the line is read once it was clicked.
  await loopLines(studio).first().click();
  const line = await studio.page.getByRole('list', { name: 'Story' }).locator('[aria-current="step"]').innerText();
  assert.match(line, /Loop of \d+ pieces: (\d+ new pieces? from|connector)/);
  const [, start] = / of p(\d+)_/.exec(line);
  await panel.getByText(new RegExp(`^Piece ${start} of`)).waitFor();
});

scenario('loops: a piece of a loop and a linked one tell so', LOOPED, async (studio) => {
  const { page } = studio;
  const { links, placed } = studio.wire.last('map');
  const panel = page.getByRole('complementary', { name: 'Selection' });
  const listed = panel.getByRole('list', { name: 'Loops' }).getByRole('button');
  assert.equal(await listed.count(), links.length);
  const number = links.findIndex(({ from }) => placed[from.placed][10] === LOOP);
  assert.ok(number >= 0, 'a chain of pieces closes one of them');
  await listed.nth(number).click();
  await panel.getByText(`Piece ${links[number].from.placed} of ${placed.length}, counted from 0: it closes a loop`).waitFor();
  await panel.getByText(/closes a loop.*Loop of \d+ pieces/).waitFor();
  await panel.getByText(/is linked to connector \d+ .* of p\d+_\w+, (exactly|.* off): this closes a loop/).waitFor();
  assert.equal(await studio.button('Connectors').getAttribute('aria-pressed'), 'true');
});

scenario('loops: the timeline goes back and forth over them, and their doorways are marked', { ...SIGHTED, address: ADDRESS }, async (studio) => {
  const { page } = studio;
  await page.keyboard.press('3');
  await studio.button('Connectors').click();
  assert.match(await page.getByRole('list', { name: 'What the colors mean' }).innerText(), /where loops close/);
  const slider = page.getByLabel('Position on the timeline');
  const timeline = studio.wire.last('timeline');
  // A loop may close anywhere on the map, also where the view ends.
  const look = () => studio.stillPixels(WHOLE);
  const whole = await look();
  // A mark may stand behind a wall, but not all of them do.
  const seen = [];
  for (const link of linkEvents(timeline)) {
    await slider.fill(String(link));
    const before = await look();
    await slider.fill(String(link + 1));
    seen.push(difference(before, await look()));
  }
  assert.ok(Math.max(...seen) > SEEN, `a link is marked when it is told, with no piece placed: ${seen}`);
  await slider.fill('1');
  await look();
  await slider.fill(String(timeline.events));
  assert.ok(difference(whole, await look()) < SAME, 'the end is as it was');
});

scenario('loops: how many there are is a range among the parameters', { ...BLIND, address: { preset: 'arena' } }, async (studio) => {
  const first = await studio.digest();
  assert.equal(await studio.tile('Loops'), '0');
  assert.equal(await studio.field('Loops, most').inputValue(), '0');
  const exact = await studio.growBy(() => studio.fill('Loops, least', '2'));
  const edit = () => studio.wire.asked('grow').at(-1).wish.edits.find(({ path }) => path === 'growth.loops').value;
  assert.deepEqual([edit(), exact.links.length], ['2', 2], 'the other end moves along');
  await studio.growBy(() => studio.fill('Loops, most', '4'));
  assert.equal(edit(), '[2, 4]');
  await studio.fill('Loops, least', '-1');
  assert.match(await studio.setting('growth.loops').innerText(), /0 or more/);
  await studio.setting('growth.loops').getByRole('button', { name: /^Reset Loops/ }).click();
  await studio.shows(first);
  const longer = await studio.growBy(() => studio.fill('Loop length', '4'));
  assert.equal(longer.digest === first, false, 'it is one of the settings in force');
});

scenario('loops: what a kit can do is told when someone looks, and not with every change', { ...BLIND, address: { preset: 'arena' } }, async (studio) => {
  const { page, wire } = studio;
  await studio.tab('Connections');
  assert.equal(wire.asked('loopability').length, 0);
  await fold(studio).click();
  const told = page.getByRole('region', { name: 'How well this kit closes loops' });
  await told.waitFor();
  const { sentences, poses, lines, joined } = wire.last('loopability');
  const text = await told.innerText();
  assert.match(text, /The shortest ring has \d+ pieces: /);
  assert.ok(sentences.slice(1).every((sentence) => text.toLowerCase().includes(sentence.toLowerCase())));
  assert.equal(await told.getByRole('meter').getAttribute('aria-valuenow'), String(Math.round((100 * joined) / lines)));
  assert.equal(await told.getByRole('row').count() >= poses.length, true);
  assert.ok(poses.every((count) => text.includes(count.toLocaleString('en'))));

  await studio.growBy(() => studio.button('Generate').click());
  assert.equal(await studio.button('Look again').count(), 0, 'another seed changes nothing about it');
  await studio.tab('Parameters');
  await studio.growBy(() => studio.fill('Loop length', '3'));
  await studio.tab('Connections');
  await fold(studio).click();
  await until('it is looked at again', () => wire.last('loopability').length === 3);
  await until('it is shown', async () => (await told.getByText('up to 3 pieces').count()) > 0);
  assert.equal(wire.asked('loopability').length, 2);
  await studio.growBy(() => page.getByRole('button', { name: /accepts/ }).first().click());
  await studio.button('Look again').click();
  await until('it is asked for once more', () => wire.asked('loopability').length === 3);
  await until('it holds again', async () => (await studio.button('Look again').count()) === 0);
});

/** As the kit has it: an edit would be marked at the button that saves it. */
function withLoops(folder) {
  return editKitFile(folder, (text) => text.replace('[growth]', '[growth]\nloops = [2, 3]'));
}

for (const theme of ['light', 'dark']) {
  const options = { ...BLIND, prepare: withLoops, context: { colorScheme: theme } };
  scenario(`loops: ${theme}: texts can be read, all is reached by keys, and nothing spills`, options, async (studio) => {
    const { page } = studio;
    for (const tab of ['Parameters', 'Connections']) {
      await studio.tab(tab);
      if (tab === 'Connections') {
        await fold(studio).click();
        await page.getByRole('region', { name: 'How well this kit closes loops' }).waitFor();
      }
      assert.deepEqual(await page.evaluate(faintTexts), [], tab);
      assert.deepEqual(await page.evaluate(misplaced), [], tab);
    }
    const count = await page.evaluate(followFocus);
    for (let pressed = 0; pressed < count + 20; pressed++) await page.keyboard.press('Tab');
    assert.deepEqual(await page.evaluate(unfocused), { unreached: [], invisible: [] });
  });
}
