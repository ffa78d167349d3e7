// Issue 13, number 1: set-up. Matching rules, the color matrix, all parameters of the schema, presets, save, undo and redo.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { BLIND, scenario } from './lib/scenario.mjs';
import { shell, snapmesh } from './lib/command.mjs';
import { kitFile } from './lib/kits.mjs';

/** The command that the page gives makes the map that the page shows. */
async function assertSameAsCommand(studio) {
  const { digest } = JSON.parse(await shell(`${studio.wire.last('setup').command} --json --no-validate`));
  assert.equal(await studio.digest(), digest);
}

scenario('1 set-up: matching rules and pin tolerance', BLIND, async (studio) => {
  await studio.tab('Connections');
  await studio.growBy(() => studio.choice('Matching rules', 'pins').check());
  assert.equal(studio.wire.last('setup').settings.connection.matching_rules, 'pins');
  await assertSameAsCommand(studio);
  await studio.growBy(() => studio.fill('Pin tolerance', '1'));
  assert.equal(studio.wire.last('setup').settings.connection.pin_tolerance, 1);
  await assertSameAsCommand(studio);
});

scenario('1 set-up: the color matrix is a grid to click, symmetric on request', BLIND, async (studio) => {
  await studio.tab('Connections');
  const accepts = (guide, tentative) => studio.page.getByRole('button', { name: `${guide} accepts ${tentative}`, exact: true });
  const isPressed = async (guide, tentative) => (await accepts(guide, tentative).getAttribute('aria-pressed')) === 'true';
  assert.equal(await isPressed('red', 'white'), false);

  await studio.page.getByRole('checkbox', { name: 'Symmetric' }).check();
  await studio.growBy(() => accepts('red', 'white').click());
  assert.deepEqual([await isPressed('red', 'white'), await isPressed('white', 'red')], [true, true]);
  assert.deepEqual(studio.wire.last('setup').matrix, [[true, true], [true, true]]);
  await assertSameAsCommand(studio);

  await studio.page.getByRole('checkbox', { name: 'Symmetric' }).uncheck();
  await studio.growBy(() => accepts('white', 'red').click());
  assert.deepEqual([await isPressed('red', 'white'), await isPressed('white', 'red')], [true, false]);
  await assertSameAsCommand(studio);
});

scenario('1 set-up: every key of the schema has a control with a label', BLIND, async (studio) => {
  const { properties } = JSON.parse(await snapmesh('schema'));
  const keys = ['generation', 'selection', 'growth', 'navigation'].flatMap((section) =>
    Object.entries(properties[section].properties).map(([key, schema]) => ({ path: `${section}.${key}`, ...schema })),
  );
  for (const method of properties.selection.properties.method.enum) {
    await studio.choice('Method', method).check();
    for (const { path: key, methods, unit, description } of keys) {
      if (key === 'generation.seed') continue;
      const setting = studio.setting(key);
      const isWanted = !methods || methods.includes(method);
      assert.equal(await setting.count(), isWanted ? 1 : 0, `${key} with ${method}`);
      if (isWanted) await assertTellsAll(setting, key, unit, description);
    }
  }
  assert.ok(await studio.seed.isVisible());
});

async function assertTellsAll(setting, key, unit, description) {
  const { text, names } = await setting.evaluate((element) => ({
    text: element.textContent,
    names: [...element.querySelectorAll('input, select, button')].map((it) => it.getAttribute('aria-label') ?? it.textContent),
  }));
  assert.ok(names.length > 0 && names.every((name) => name.trim() !== ''), `${key} has a control with a name`);
  assert.ok(text.includes(description), `${key} says what it means`);
  assert.ok(!unit || text.includes(unit), `${key} has its unit`);
}

scenario('1 set-up: what was changed has a mark and can be reset', BLIND, async (studio) => {
  const first = await studio.digest();
  const setting = studio.setting('selection.max_pieces');
  assert.equal(await setting.getByRole('img', { name: 'changed by you' }).count(), 0);
  const map = await studio.growBy(() => studio.fill('Max pieces', '12'));
  assert.equal(map.pieces, 12);
  await setting.getByRole('img', { name: 'changed by you' }).waitFor();
  const again = await studio.growBy(() => setting.getByRole('button', { name: /^Reset/ }).click());
  assert.equal(again.digest, first);
  assert.equal(await studio.field('Max pieces').inputValue(), '30');
  assert.equal(await setting.getByRole('img', { name: 'changed by you' }).count(), 0);
});

scenario('1 set-up: presets', BLIND, async (studio) => {
  const preset = studio.page.getByRole('combobox', { name: 'Preset' });
  const options = await preset.getByRole('option').allTextContents();
  assert.deepEqual(options.slice(1).sort(), ['arena', 'branch', 'corridor', 'star']);
  const map = await studio.growBy(() => preset.selectOption('star'));
  assert.equal(map.seed, '70');
  assert.ok(await studio.page.getByRole('radio', { name: 'star', exact: true }).isChecked());
  await studio.setting('selection.method').getByRole('img', { name: 'given by the preset' }).waitFor();
  await assertSameAsCommand(studio);
});

scenario('1 set-up: a value out of bounds is marked and not sent', BLIND, async (studio) => {
  const before = studio.wire.requests.length;
  const field = studio.field('Max pieces');
  await studio.fill('Max pieces', '0');
  assert.equal(await field.getAttribute('aria-invalid'), 'true');
  assert.match(await studio.setting('selection.max_pieces').getByRole('alert').innerText(), /1 or more/);
  assert.deepEqual(studio.wire.requests.slice(before), []);
  await studio.growBy(() => studio.fill('Max pieces', '9'));
  assert.equal(await field.getAttribute('aria-invalid'), null);
});

scenario('1 set-up: save keeps comments and order, with a backup beside; undo and redo, also after it', BLIND, async (studio) => {
  const before = await kitFile(studio.folder);
  const first = await studio.digest();
  const { digest: changed } = await studio.growBy(() => studio.fill('Max pieces', '17'));
  await studio.button('Undo').click();
  await studio.shows(first);
  await studio.page.keyboard.press('Control+Shift+Z');
  await studio.shows(changed);

  await studio.page.keyboard.press('Control+S');
  const { backup } = await studio.wire.answer('saved');
  const after = await kitFile(studio.folder);
  assert.equal(after, before.replace('max_pieces = 30 ', 'max_pieces = 17 '));
  assert.equal(await readFile(path.join(studio.folder, backup), 'utf8'), before);
  await studio.page.getByText(backup).waitFor();
  await studio.shows(changed);
  await assertSameAsCommand(studio);

  await studio.button('Undo').click();
  await studio.shows(first);
  assert.equal(await studio.field('Max pieces').inputValue(), '30');
  await studio.button('Redo').click();
  await studio.shows(changed);
  assert.equal(await kitFile(studio.folder), after);
});
