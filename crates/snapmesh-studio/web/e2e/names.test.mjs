// Issue 13: names from kits are text, whatever stands in them.

import assert from 'node:assert/strict';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { BLIND, scenario, SIGHTED } from './lib/scenario.mjs';
import { editGlb, editKitFile } from './lib/kits.mjs';

const EVIL = '<img src=x onerror=alert(1)>';

/** Puts markup wherever a kit has names: of the kit, of a piece, of a connector, of a tag, of a preset. */
async function makeEvil(folder) {
  await editGlb(path.join(folder, 'Plaza.glb'), ({ nodes }) => {
    for (const node of nodes.filter(({ name }) => /^conn/i.test(name))) node.extras = { pins: 2, color: 'white', ...node.extras };
    nodes.forEach((node, index) => /^conn/i.test(node.name) && (node.name = `${EVIL}${index}`));
  });
  await rename(path.join(folder, 'Plaza.glb'), path.join(folder, `${EVIL}.glb`));
  await editKitFile(folder, (text) => {
    const named = text.replace('name = "starter"', `name = "${EVIL}"`).replaceAll('Plaza.glb', `${EVIL}.glb`);
    const preset = `[presets."${EVIL}"]\nselection = { method = "arena", max_pieces = 5 }`;
    return `${named.replace('[rules]', `[rules]\n"${EVIL}" = { weight = 9.0 }`)}\n${preset}\n`;
  });
}

scenario('names from kits are text: <img onerror=...> makes no element, no dialog', { ...SIGHTED, prepare: makeEvil }, async (studio) => {
  const { page } = studio;
  assert.ok((await page.title()).includes(EVIL));
  assert.ok(await page.getByRole('heading', { name: EVIL }).isVisible());
  await studio.growBy(() => page.getByRole('combobox', { name: 'Preset' }).selectOption(EVIL));
  for (const tab of ['Pieces', 'Connections', 'Rules']) {
    await studio.tab(tab);
    if (tab !== 'Connections') assert.ok(await page.getByText(EVIL).first().isVisible(), tab);
  }
  await page.getByRole('combobox', { name: 'Color by' }).selectOption('piece');
  await page.getByRole('button', { name: /^largest/ }).click();
  await page.getByRole('heading', { name: 'Why it is there' }).waitFor();
  await studio.button('Share').click();
  assert.equal(await page.locator('img[src=x], img[onerror]').count(), 0);
});

const BAD_TAG = (folder) => editKitFile(folder, (text) => `${text}\n[pieces.Hall]\ntags = ["${EVIL}"]\n`);

scenario('names from kits are text: a tag that is none is told as it stands', { ...BLIND, prepare: BAD_TAG }, async ({ page }) => {
  assert.ok(await page.getByText(EVIL).first().isVisible());
  assert.equal(await page.locator('img[src=x], img[onerror]').count(), 0);
});
