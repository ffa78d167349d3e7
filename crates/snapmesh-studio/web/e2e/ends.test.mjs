// Issue 14, number 6: caps and doors in the studio. Roles of pieces, the ends of each kind of connector, caps and doors in view,
// timeline, selection and story.

import assert from 'node:assert/strict';
import { BLIND, scenario, SIGHTED } from './lib/scenario.mjs';
import { generated, shell } from './lib/command.mjs';
import { faintTexts, followFocus, misplaced, unfocused } from './lib/inspect.mjs';
import { changedPixels, difference } from './lib/pixels.mjs';
import { until } from './lib/wait.mjs';

/** A preset that clears `[ends]`, and lists its pieces: caps and doors are files that it does not use. */
const BARE = { ...BLIND, address: { preset: 'arena' } };
const SEEN = 0.0005;
const SAME = 0.0002;
const PLACED = 1;
const GROWN = 3;

/** The row of a kind of connector, such as `2 white`. */
function ends({ page }, section) {
  return page.getByRole('region', { name: `Ends of ${section}`, exact: true });
}

/** Takes a cap or door from those that are offered. */
function add({ page }, key, section, file) {
  return page.getByRole('combobox', { name: `Add a ${key} for ${section}`, exact: true }).selectOption(file);
}

function editOf(studio, path) {
  return studio.wire.asked('grow').at(-1).wish.edits.find((edit) => edit.path === path);
}

async function assertSameAsCommand(studio) {
  const { digest } = JSON.parse(await shell(`${studio.wire.last('setup').command} --json --no-validate`));
  assert.equal(await studio.digest(), digest);
}

scenario('ends: a cap is set in the page, then never; undo and reset', BARE, async (studio) => {
  const first = await studio.digest();
  assert.ok(studio.wire.last('map').free_connectors > 0 && studio.wire.caps().length === 0);
  await studio.tab('Connections');
  const kind = ends(studio, '2 white');
  assert.match(await kind.innerText(), /stays open/);

  const capped = await studio.growBy(() => add(studio, 'cap', '2 white', 'ends/BrokenWall.glb'));
  assert.deepEqual(editOf(studio, 'ends."2 white"').value, '{ cap = ["ends/BrokenWall.glb"] }');
  assert.ok(studio.wire.caps().length > 0 && studio.wire.caps().every((id) => id === 'BrokenWall'));
  const words = ['--preset', 'arena', '--set', 'ends."2 white"={ cap = ["ends/BrokenWall.glb"] }'];
  assert.equal(capped.digest, (await generated(studio.folder, ...words)).digest);
  await until('the row says what holds', async () => /closed where a cap fits/.test(await kind.innerText()));
  await kind.getByRole('img', { name: 'changed by you' }).waitFor();
  assert.match(await studio.page.getByRole('group', { name: /^Pieces/ }).innerText(), /40\s+Pieces, \d+\scaps/);

  const closed = await studio.growBy(() => studio.choice('Whether 2 white may stay free', 'never').check());
  assert.equal(editOf(studio, 'ends."2 white"').value, '{ cap = ["ends/BrokenWall.glb"], free = "never" }');
  assert.deepEqual(closed.promises.at(-1), { promise: 'free connectors of 2 white: 0', kept: true, value: 0 });
  await until('the row says what holds', async () => /always closed/.test(await kind.innerText()));
  const promises = await studio.page.getByRole('list', { name: 'Promises' }).innerText();
  assert.match(promises, /free connectors of 2 white: 0\s+kept/);
  await assertSameAsCommand(studio);

  await studio.button('Undo').click();
  await studio.shows(capped.digest);
  await studio.button('Redo').click();
  await studio.shows(closed.digest);
  await kind.getByRole('button', { name: /^Reset/ }).click();
  await studio.shows(first);
  assert.equal(await kind.getByRole('img', { name: 'changed by you' }).count(), 0);
});

/** A section about all kinds. */
const WIDE = { ...BLIND, address: [['preset', 'arena'], ['set', 'ends."* *"={ door = ["ends/Lanterns.glb"] }']] };

scenario('ends: what a wider section says is told, and changed for the kind alone', WIDE, async (studio) => {
  await studio.tab('Connections');
  const kind = ends(studio, '2 white');
  assert.match(await kind.innerText(), /Lanterns[\s\S]*from \* \*/);
  assert.ok(!(await ends(studio, '1 red').innerText()).includes('Lanterns'), 'it does not meet that kind');
  await ends(studio, '* *').waitFor();

  await studio.growBy(() => add(studio, 'door', '2 white', 'ends/Archway.glb'));
  assert.equal(editOf(studio, 'ends."2 white"').value, '{ door = ["ends/Lanterns.glb", "ends/Archway.glb"] }');
  assert.deepEqual(new Set(studio.wire.doors()), new Set(['Lanterns', 'Archway']));
  await assertSameAsCommand(studio);

  const bare = await studio.growBy(async () => {
    await kind.getByRole('button', { name: 'Remove ends/Lanterns.glb as a door of 2 white' }).click();
    await kind.getByRole('button', { name: 'Remove ends/Archway.glb as a door of 2 white' }).click();
  });
  assert.equal(editOf(studio, 'ends."2 white"').value, '{ door = [] }');
  assert.equal(bare.doors.length, 0);
});

scenario('ends: a section of the kit is emptied, saved, and brought back by undo', BLIND, async (studio) => {
  const first = await studio.digest();
  await studio.tab('Connections');
  const kind = ends(studio, '1 red');
  await kind.getByRole('img', { name: 'given by the kit' }).waitFor();
  await studio.growBy(() => studio.choice('Whether 1 red may stay free', 'may stay free').check());
  await studio.growBy(() => kind.getByRole('button', { name: /^Remove ends\/Curtain/ }).click());
  const { digest } = await studio.growBy(() => kind.getByRole('button', { name: /^Remove ends\/Hedge/ }).click());
  assert.equal(editOf(studio, 'ends."1 red"').value, null);
  assert.ok(!studio.wire.caps().includes('Hedge') && !studio.wire.doors().includes('Curtain'));
  await assertSameAsCommand(studio);
  await studio.page.keyboard.press('Control+S');
  await studio.wire.answer('saved');
  await studio.shows(digest);
  for (let steps = 0; steps < 3; steps++) await studio.button('Undo').click();
  await studio.shows(first);
});

scenario('ends: every piece shows its roles, and they are those in force', { ...BLIND, kit: 'dungeon' }, async (studio) => {
  await studio.tab('Pieces');
  for (const { id, roles } of studio.wire.last('kit').pieces) {
    const chips = studio.page.getByRole('list', { name: `Roles of ${id}`, exact: true }).getByRole('listitem');
    assert.deepEqual(await chips.allInnerTexts(), roles, id);
  }
});

/** No rule asks for shrines, so there may be none. */
const NO_SHRINE = { ...BLIND, address: { unset: 'rules.Shrine' } };

scenario('ends: a piece becomes a cap by its row, and is drawn no more unless it is ticked', NO_SHRINE, async (studio) => {
  const first = await studio.digest();
  await studio.tab('Pieces');
  const roles = () => studio.page.getByRole('list', { name: 'Roles of Shrine' }).getByRole('listitem').allInnerTexts();
  const toggle = studio.button('Shrine: cap for 1 red');
  const tick = studio.page.getByRole('checkbox', { name: 'Use Shrine', exact: true });
  assert.deepEqual(await roles(), ['piece']);

  await studio.growBy(() => toggle.click());
  assert.equal(await toggle.getAttribute('aria-pressed'), 'true');
  assert.deepEqual([await roles(), await tick.isChecked()], [['cap'], false]);
  assert.ok(!studio.wire.placed().includes('Shrine') && studio.wire.caps().includes('Shrine'));
  await assertSameAsCommand(studio);

  await studio.growBy(() => tick.check());
  assert.deepEqual(await roles(), ['piece', 'cap']);
  assert.deepEqual(studio.wire.last('kit').pieces.find(({ id }) => id === 'Shrine').roles, ['piece', 'cap']);
  await assertSameAsCommand(studio);

  await studio.growBy(() => tick.uncheck());
  await studio.growBy(() => toggle.click());
  assert.equal(await studio.digest(), first);
});

const TWO_CONNECTORS = { ...BLIND, address: [['preset', 'arena'], ['set', 'ends."2 white"={ cap = ["Hall.glb"] }']] };

scenario('ends: a cap with two connectors is told at its kind, and mended there', TWO_CONNECTORS, async (studio) => {
  await studio.tab('Connections');
  const kind = ends(studio, '2 white');
  assert.match(await kind.getByRole('list').last().innerText(), /Hall.*has 2 connectors, and a cap has one/);
  const map = await studio.growBy(() => kind.getByRole('button', { name: /^Remove Hall/ }).click());
  assert.equal(map.pieces, 40);
  await until('nothing is wrong', async () => !/has 2 connectors/.test(await kind.innerText()));
});

const NO_FILE = { ...BLIND, address: { set: 'ends."2 white"={ cap = ["Nothing.glb"] }' } };

scenario('ends: a cap that is no file is told at its kind, though the kit cannot be read', NO_FILE, async (studio) => {
  await studio.tab('Connections');
  const kind = ends(studio, '2 white');
  assert.match(await kind.innerText(), /Nothing\.glb/);
  assert.ok((await kind.getByText('error:').count()) > 0);
  await studio.growBy(() => kind.getByRole('button', { name: /^Reset/ }).click());
  assert.ok(studio.wire.caps().includes('BrokenWall'));
});

scenario('ends: caps and doors are seen, and hidden on request; the legend names their colors', SIGHTED, async (studio) => {
  const { page } = studio;
  const whole = await studio.stillPixels();
  for (const name of ['Caps', 'Doors']) {
    assert.equal(await studio.button(name).getAttribute('aria-pressed'), 'true');
    await studio.button(name).click();
    assert.ok(difference(whole, await studio.stillPixels()) > SEEN, `${name} are hidden`);
    await studio.button(name).click();
    assert.ok(difference(whole, await studio.stillPixels()) < SAME, `${name} are back`);
  }
  for (const color of ['order', 'piece', 'region', 'depth']) {
    await page.getByRole('combobox', { name: 'Color by' }).selectOption(color);
    const legend = await page.getByRole('list', { name: 'What the colors mean' }).innerText();
    assert.match(legend, /caps\s+doors/, color);
  }
  await studio.growBy(() => page.getByRole('combobox', { name: 'Preset' }).selectOption('arena'));
  assert.equal(await studio.button('Doors').count(), 0, 'there are none on this map');
});

/** From the bytes as protocol.ts tells: the event after which all that grew is there, and those that placed caps. */
function endEvents({ events, bytes }) {
  const kinds = Array.from({ length: events }, (_, event) => bytes.readInt32LE(event * 12));
  const grown = kinds.lastIndexOf(GROWN);
  return { grown, caps: kinds.flatMap((kind, event) => (kind === PLACED && event > grown ? [event] : [])) };
}

scenario('ends: caps and doors come at the end of the timeline', SIGHTED, async (studio) => {
  const { page } = studio;
  const slider = page.getByLabel('Position on the timeline');
  const timeline = studio.wire.last('timeline');
  const { grown, caps } = endEvents(timeline);
  assert.equal(caps.length, studio.wire.caps().length);
  const whole = await studio.stillPixels();
  await slider.fill(String(grown + 1));
  const bare = await studio.stillPixels();
  await slider.fill(String(caps.at(-1) + 1));
  const closed = await studio.stillPixels();
  assert.ok(difference(bare, closed) > SEEN, 'caps come');
  assert.ok(difference(closed, whole) > SEEN, 'then doors');
  await slider.fill(String(timeline.events));
  assert.ok(difference(whole, await studio.stillPixels()) < SAME, 'in the end all of them are there');
});

scenario('ends: a door and a cap are picked, and tell what they are', SIGHTED, async (studio) => {
  const { page } = studio;
  const panel = page.getByRole('complementary', { name: 'Selection' });
  const isTitled = (name) => () => panel.getByRole('heading', { name, exact: true }).isVisible();
  await page.keyboard.press('3');
  const whole = await studio.stillPixels();
  const placesWithout = async (name) => {
    await studio.button(name).click();
    const places = studio.placesOf(changedPixels(whole, await studio.stillPixels()), whole);
    await studio.button(name).click();
    await studio.stillPixels();
    return places;
  };

  await studio.clickUntil('a door is selected', isTitled('Door'), await placesWithout('Doors'));
  const [, number] = /Door (\d+) of/.exec(await panel.innerText());
  const door = studio.wire.last('map').doors[number];
  assert.match(await panel.innerText(), new RegExp(`Between\\s.*\\(piece ${door[6]}\\)`));
  await panel.getByRole('heading', { name: 'Why it is there' }).waitFor();
  assert.match(await panel.innerText(), new RegExp(`d${number}_${studio.wire.doors()[number]} stands between`));
  const sides = await panel.getByRole('button', { name: /^Piece \d+$/ }).allInnerTexts();
  assert.equal(sides.length, 2);
  await panel.getByRole('button', { name: sides[1] }).click();
  await panel.getByText(`${sides[1]} of 30, counted from 0`).waitFor();

  await page.keyboard.press('Escape');
  await studio.clickUntil('a cap is selected', isTitled('Cap'), await placesWithout('Caps'));
  await until('why it is there is told', () => studio.wire.last('why')?.placed >= 30);
  const { sentence } = studio.wire.last('why');
  assert.match(sentence, /closes connector \d+ .*, which stayed free/);
  await until('it is shown', async () => (await panel.innerText()).includes(sentence));
  await panel.getByRole('button', { name: 'Select what it closes' }).click();
  await panel.getByRole('heading', { name: 'Piece', exact: true }).waitFor();
});

scenario('ends: a line of the story selects the cap or door that it tells of', BLIND, async (studio) => {
  const { page } = studio;
  const panel = page.getByRole('complementary', { name: 'Selection' });
  const line = page.getByRole('list', { name: 'Story' }).locator('[aria-current=step]').getByRole('button');
  await until('the story is told', async () => /^\d+\s*Door: d/.test(await line.innerText()));
  await line.click();
  await panel.getByText(`Door ${studio.wire.doors().length - 1} of`).waitFor();
  const [event] = endEvents(studio.wire.last('timeline')).caps;
  await page.getByLabel('Position on the timeline').fill(String(event + 1));
  await until('a cap is told of', async () => /Cap: p30_/.test(await line.innerText()));
  await line.click();
  await panel.getByRole('heading', { name: 'Cap', exact: true }).waitFor();
  await panel.getByText('A cap, number 30 on the map').waitFor();
});

/** A seed with which two connectors meet that no joint joins. */
const LINKED = { ...BLIND, address: [['set', 'generation.seed=4'], ['set', 'selection.max_pieces=60']] };

scenario('ends: a door at a link stands between the two pieces that it joins', LINKED, async (studio) => {
  const { links, doors } = studio.wire.last('map');
  const [{ from, to }] = links;
  const door = doors.findIndex(([, , , , , , placed, connector]) => placed === from.placed && connector === from.connector);
  await studio.page.getByRole('list', { name: 'Story' }).getByRole('button').filter({ hasText: `Door: d${door}_` }).click();
  const panel = studio.page.getByRole('complementary', { name: 'Selection' });
  const sides = panel.getByRole('button', { name: /^Piece \d+$/ });
  await until('both sides are told', async () => (await sides.count()) === 2);
  assert.deepEqual(await sides.allInnerTexts(), [`Piece ${from.placed}`, `Piece ${to.placed}`]);
});

for (const theme of ['light', 'dark']) {
  const options = { ...BLIND, kit: 'dungeon', context: { colorScheme: theme } };
  scenario(`ends: ${theme}: texts can be read, all is reached by keys, and nothing spills`, options, async (studio) => {
    const { page } = studio;
    for (const tab of ['Pieces', 'Connections']) {
      await studio.tab(tab);
      assert.deepEqual(await page.evaluate(faintTexts), [], tab);
      assert.deepEqual(await page.evaluate(misplaced), [], tab);
    }
    const count = await page.evaluate(followFocus);
    for (let pressed = 0; pressed < count + 20; pressed++) await page.keyboard.press('Tab');
    assert.deepEqual(await page.evaluate(unfocused), { unreached: [], invisible: [] });
  });
}
