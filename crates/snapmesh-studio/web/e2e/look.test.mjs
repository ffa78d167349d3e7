// Issue 13, number 3: look. What is checked here are pixels of the view.

import assert from 'node:assert/strict';
import { BLIND, scenario, SIGHTED } from './lib/scenario.mjs';
import { TEXTURED } from './lib/kits.mjs';
import { colorCount, countHue, difference } from './lib/pixels.mjs';
import { until } from './lib/wait.mjs';

/** So much of the view is another one when a lamp is switched, and so much when nothing happened. */
const SEEN = 0.0005;
const SAME = 0.0002;

scenario('3 look: the map is drawn with its textures, and in colors that mean something', { ...SIGHTED, kit: TEXTURED }, async (studio) => {
  let before = await studio.stillPixels();
  assert.ok(colorCount(before) > 20, `${colorCount(before)} colors`);
  for (const color of ['order', 'piece', 'region', 'depth', 'material']) {
    await studio.page.getByRole('combobox', { name: 'Color by' }).selectOption(color);
    const after = await studio.stillPixels();
    assert.ok(difference(before, after) > 0.02, `colors by ${color}`);
    const legend = studio.page.getByRole('list', { name: 'What the colors mean' });
    assert.equal(await legend.count(), color === 'material' ? 0 : 1);
    before = after;
  }
});

scenario('3 look: connectors, boxes, points, navmesh, shadows and a cut are seen', SIGHTED, async (studio) => {
  const plain = await studio.stillPixels();
  for (const name of ['Connectors', 'Boxes', 'Navigation points', 'Navmesh', 'Shadows', 'Cut away']) {
    await studio.button(name).click();
    assert.ok(difference(plain, await studio.stillPixels()) > SEEN, `${name} are seen`);
    await studio.button(name).click();
    assert.ok(difference(plain, await studio.stillPixels()) < SAME, `${name} are gone`);
  }
});

/** Somebody on wheels: stairs cut the map into regions. */
const CUT_OFF = { ...SIGHTED, address: [['preset', 'star'], ['set', 'navigation.max_climb=0.05']] };

scenario('3 look: points are green in the largest region and red elsewhere', CUT_OFF, async (studio) => {
  await studio.page.keyboard.press('3');
  const plain = await studio.stillPixels();
  await studio.page.keyboard.press('P');
  const pointed = await studio.stillPixels();
  const green = await studio.legendColor('points in the largest region');
  const red = await studio.legendColor('points elsewhere');
  assert.ok(green[1] > green[0] && red[0] > red[1]);
  for (const color of [green, red]) {
    const more = countHue(pointed, color) - countHue(plain, color);
    assert.ok(more > 20, `${more} more pixels of ${color}`);
  }
});

scenario('3 look: orbit, plan, fly and frame', SIGHTED, async (studio) => {
  const { page } = studio;
  const first = await studio.stillPixels();
  const { x, y } = await studio.place(0.5, 0.5);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 150, y + 30, { steps: 3 });
  await page.mouse.up();
  const turned = await studio.stillPixels();
  assert.ok(difference(first, turned) > 0.05, 'a drag turns');
  await page.mouse.wheel(0, -600);
  const near = await studio.stillPixels();
  assert.ok(difference(turned, near) > 0.05, 'the wheel zooms');
  await page.keyboard.press('F');
  const framed = await studio.stillPixels();
  assert.ok(difference(near, framed) > 0.05, 'F frames');
  await page.keyboard.press('3');
  const plan = await studio.stillPixels();
  assert.ok(difference(framed, plan) > 0.05, 'a plan');
  await page.keyboard.press('2');
  await page.keyboard.down('w');
  await until('flying moves', async () => difference(plan, await studio.pixels()) > 0.05);
  await page.keyboard.up('w');
});

for (const [kit, isCut] of [['dungeon', 'true'], ['starter', 'false']]) {
  scenario(`3 look: the plan of rooms with ceilings is cut open, and nothing else: ${kit}`, { ...BLIND, kit }, async (studio) => {
    const cut = () => studio.button('Cut away').getAttribute('aria-pressed');
    await studio.page.keyboard.press('3');
    assert.equal(await cut(), isCut);
    await studio.page.keyboard.press('1');
    assert.equal(await cut(), 'false');
    await studio.button('Cut away').click();
    for (const camera of ['3', '1']) await studio.page.keyboard.press(camera);
    assert.equal(await cut(), 'true', 'what the designer cut stays cut');
  });
}

scenario('3 look: a click selects a piece, and it is seen which; Escape lets go of it', SIGHTED, async (studio) => {
  const panel = studio.page.getByRole('complementary', { name: 'Selection' });
  const plain = await studio.stillPixels();
  await studio.clickUntil('a piece is selected', () => panel.getByRole('heading', { name: 'Piece', exact: true }).isVisible());
  const { placed } = await studio.wire.answer('why');
  await panel.getByText(`Piece ${placed} of`).waitFor();
  assert.ok(difference(plain, await studio.stillPixels()) > SEEN, 'it is seen which');
  await studio.page.keyboard.press('Escape');
  await panel.getByRole('heading', { name: 'Map', exact: true }).waitFor();
});

/** Scrubs to places all over the timeline, a frame for each, and tells what that took. */
async function scrub(slider, steps) {
  return slider.evaluate(async (element, count) => {
    const start = performance.now();
    const before = window.draws;
    for (let step = 0; step < count; step++) {
      element.value = String(Math.round((Number(element.max) * ((step * 7) % count)) / count));
      element.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise(requestAnimationFrame);
    }
    return { milliseconds: (performance.now() - start) / count, draws: (window.draws - before) / count };
  }, steps);
}

scenario('3 look: 2,000 pieces stay usable', { ...SIGHTED, address: { set: 'selection.max_pieces=2000' } }, async (studio) => {
  assert.equal(studio.wire.last('map').pieces, 2000);
  assert.ok(colorCount(await studio.stillPixels()) > 8);
  const { milliseconds, draws } = await scrub(studio.page.getByLabel('Position on the timeline'), 6);
  console.log(`2,000 pieces: scrubbing takes ${Math.round(milliseconds)} ms a step, ${Math.round(draws)} draw calls`);
  assert.ok(draws < 200, `${draws} draw calls a frame`);
  await until('the position is told', () => studio.page.getByTitle('Events shown').isVisible());
});
