// Issue 13, number 7: keyboard, focus and labels, the keys, light and dark, 1280 x 720, the first visit.

import assert from 'node:assert/strict';
import { BLIND, scenario } from './lib/scenario.mjs';
import { TEXTURED } from './lib/kits.mjs';
import { difference } from './lib/pixels.mjs';
import { faintTexts, followFocus, misplaced, unfocused } from './lib/inspect.mjs';

const TABS = ['Parameters', 'Pieces', 'Connections', 'Rules'];

scenario('7 keyboard: Tab reaches everything, and where the focus is can be seen', BLIND, async (studio) => {
  const { page } = studio;
  const count = await page.evaluate(followFocus);
  for (let pressed = 0; pressed < count + 20; pressed++) await page.keyboard.press('Tab');
  assert.deepEqual(await page.evaluate(unfocused), { unreached: [], invisible: [] });
});

scenario('7 keyboard: a map is made, understood and walked without a mouse', {}, async (studio) => {
  const { page } = studio;
  const first = await studio.digest();
  const { digest } = await studio.growBy(() => page.keyboard.press('Enter'));
  assert.notEqual(digest, first);
  await studio.growBy(() => page.keyboard.press('Control+z'));
  await studio.shows(first);
  await page.getByRole('tab', { name: 'Parameters' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('checkbox', { name: /^Use/ }).first().waitFor();
  await page.getByRole('button', { name: /^largest/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Why it is there' }).waitFor();
  await studio.button('Walk').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('toolbar', { name: 'Walk' }).waitFor();
});

scenario('7 keyboard: ? shows the keys, Escape closes them', BLIND, async ({ page }) => {
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keys' });
  await help.waitFor();
  for (const word of ['Enter', 'Generate', 'Undo', 'Frame', 'Plan']) assert.ok((await help.innerText()).includes(word), word);
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
});

const INTERACTIVE = new Set([
  'button', 'checkbox', 'combobox', 'link', 'radio', 'searchbox', 'slider', 'spinbutton', 'switch', 'tab', 'textbox', 'dialog',
  'radiogroup', 'toolbar', 'complementary', 'region',
]);

/** What the browser would read out, of all that one can act on: those without a name. */
async function nameless(page) {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  const found = nodes.filter(({ ignored, role }) => !ignored && INTERACTIVE.has(role?.value));
  assert.ok(found.length > 0);
  return found.filter(({ name }) => !name?.value?.trim()).map(({ role }) => role.value);
}

scenario('7 labels: everything that one can act on has a name', {}, async (studio) => {
  const { page } = studio;
  for (const tab of TABS) {
    await studio.tab(tab);
    assert.deepEqual(await nameless(page), [], tab);
  }
  for (const key of ['?', 'Share']) {
    await (key === '?' ? page.keyboard.press(key) : studio.button(key).click());
    await page.getByRole('dialog').waitFor();
    assert.deepEqual(await nameless(page), [], key);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  await studio.button('Walk').click();
  await page.getByRole('toolbar', { name: 'Walk' }).waitFor();
  assert.deepEqual(await nameless(page), [], 'walk');
});

for (const theme of ['light', 'dark']) {
  const options = { kit: TEXTURED, context: { colorScheme: theme } };
  scenario(`7 ${theme}: texts can be read, and 1280 x 720 is enough`, options, async (studio) => {
    const { page } = studio;
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), theme);
    for (const tab of TABS) {
      await studio.tab(tab);
      assert.deepEqual(await page.evaluate(faintTexts), [], tab);
      assert.deepEqual(await page.evaluate(misplaced), [], tab);
    }
    await studio.clickUntil('a piece is selected', () => page.getByRole('heading', { name: 'Piece', exact: true }).isVisible());
    assert.deepEqual(await page.evaluate(faintTexts), []);
    await studio.button('Share').click();
    assert.deepEqual(await page.evaluate(faintTexts), []);
  });
}

scenario('7 light and dark: T switches, the view with it, and it is remembered', {}, async (studio) => {
  const { page } = studio;
  const before = await studio.stillPixels();
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  assert.equal(await theme(), 'light');
  await page.keyboard.press('t');
  assert.equal(await theme(), 'dark');
  assert.ok(difference(before, await studio.stillPixels()) > 0.1);
  await page.reload();
  await studio.settled();
  assert.equal(await theme(), 'dark');
});

scenario('7 all panels can be folded, and the view gets their room', {}, async ({ page }) => {
  const width = async () => (await page.getByLabel('3D view of the map').boundingBox()).width;
  const before = await width();
  for (const key of ['Alt+1', 'Alt+2', 'Alt+3', 'Alt+4']) await page.keyboard.press(key);
  for (const name of ['Set-up', 'Selection']) assert.equal(await page.getByRole('complementary', { name }).count(), 0);
  for (const name of ['Timeline', 'Numbers of the map']) assert.equal(await page.getByRole('region', { name }).count(), 0);
  assert.ok((await width()) > before + 500);
});

scenario('7 first visit: it explains itself in three sentences, and never again', { ...BLIND, address: null }, async (studio) => {
  await studio.open({}, false);
  const card = studio.page.getByRole('region', { name: 'Welcome' });
  assert.equal((await card.innerText()).match(/[.!?](\s|$)/g).length, 3);
  await studio.button('Got it').click();
  assert.equal(await card.count(), 0);
  await studio.page.reload();
  await studio.settled();
  assert.equal(await card.count(), 0);
});
