// Issue 13, number 5: walk. Somebody walks a tour, is sent somewhere, and one walks oneself.

import assert from 'node:assert/strict';
import { scenario, SIGHTED } from './lib/scenario.mjs';
import { colorCount, difference } from './lib/pixels.mjs';
import { until } from './lib/wait.mjs';

const MOVED = 0.01;

async function moves(studio, what) {
  const before = await studio.pixels();
  await until(what, async () => difference(before, await studio.pixels()) > MOVED);
}

scenario('5 walk: a tour, followed and through its eyes, with a pause', SIGHTED, async (studio) => {
  await studio.button('Walk').click();
  const tour = await studio.wire.answer('tour');
  assert.ok(tour.stops.length > 2 && tour.length > 10);
  await moves(studio, 'the figure is followed');
  await studio.choice('Who walks', 'Eyes').check();
  await moves(studio, 'the figure sees something else all the time');

  await studio.button('Pause').click();
  const paused = await studio.stillPixels();
  const { x, y } = await studio.place(0.5, 0.5);
  await studio.page.mouse.move(x, y);
  await studio.page.mouse.down();
  await studio.page.mouse.move(x + 120, y, { steps: 3 });
  await studio.page.mouse.up();
  assert.ok(difference(paused, await studio.stillPixels()) > MOVED, 'one can look around');
  await studio.button('Go on').click();
  await moves(studio, 'it goes on');
  await studio.page.keyboard.press('Escape');
  await studio.page.getByRole('toolbar', { name: 'View' }).waitFor();
});

scenario('5 walk: a click on the floor sends the figure there', SIGHTED, async (studio) => {
  await studio.button('Walk').click();
  await studio.wire.answer('tour');
  await studio.button('Pause').click();
  const before = await studio.stillPixels();
  const below = [[0.5, 0.75], [0.45, 0.7], [0.55, 0.7], [0.5, 0.6], [0.4, 0.65], [0.6, 0.65]];
  const isSent = () => studio.wire.answers.some(({ answer, points }) => answer === 'path' && points.length > 1);
  await studio.clickUntil('it is sent', () => until('it is sent', isSent, 500).catch(() => false), below);
  await until('it walks there', async () => difference(before, await studio.pixels()) > MOVED);
});

/** A room with walls all around and one door, and nothing else: the preset has no rules that ask for more. */
const ONE_ROOM = {
  ...SIGHTED,
  kit: 'dungeon',
  address: [['preset', 'arena'], ['set', 'kit.starters=["Treasury.glb"]'], ['set', 'selection.max_pieces=1']],
};

scenario('5 walk: oneself, by keys, and a wall is a wall', ONE_ROOM, async (studio) => {
  const { page } = studio;
  await studio.button('Walk').click();
  await studio.wire.answer('tour');
  await studio.choice('Who walks', 'Myself').check();
  const start = await studio.stillPixels();
  await page.keyboard.down('w');
  await until('one walks', async () => difference(start, await studio.pixels()) > MOVED);
  await until('a wall stops one', async () => difference(await studio.pixels(), await studio.pixels()) === 0, 30_000);
  await page.keyboard.up('w');
  const stopped = await studio.stillPixels();
  assert.ok(colorCount(stopped) > 3, 'it is a wall, and not the void');
  await page.keyboard.down('s');
  await until('one goes back', async () => difference(stopped, await studio.pixels()) > MOVED);
  await page.keyboard.up('s');
});
