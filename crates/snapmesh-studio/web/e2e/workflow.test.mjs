// Issue 13: the paper's workflow in one test, as a person; and the same maps as the command's.

import assert from 'node:assert/strict';
import { BLIND, scenario } from './lib/scenario.mjs';
import { generated } from './lib/command.mjs';
import { TEXTURED } from './lib/kits.mjs';
import { countHue, difference } from './lib/pixels.mjs';
import { until } from './lib/wait.mjs';

scenario('the paper: choose star, set arm length, generate, read c-bar and A_r, see green and red points, walk', {}, async (studio) => {
  const { page } = studio;
  await studio.growBy(() => page.getByRole('combobox', { name: 'Preset' }).selectOption('star'));
  await studio.growBy(() => studio.fill('Arm length', '6'));
  // Somebody on wheels: stairs cut the map into regions.
  await studio.growBy(() => studio.fill('Max climb', '0.05'));
  await studio.button('Lock the seed').click();
  await studio.growBy(() => studio.button('Generate').click());

  const { connectivity, largest_region } = studio.wire.last('walked');
  assert.equal(await studio.tile('Connectivity'), connectivity.toFixed(2));
  assert.equal(await studio.tile('Largest region'), largest_region.toFixed(2));
  assert.ok(connectivity <= largest_region && largest_region < 1);

  await studio.choice('Camera', 'Plan').check();
  await studio.button('Navigation points').click();
  const pointed = await studio.stillPixels();
  for (const label of ['points in the largest region', 'points elsewhere']) {
    assert.ok(countHue(pointed, await studio.legendColor(label)) > 20, label);
  }

  await studio.button('Walk').click();
  await studio.wire.answer('tour');
  const start = await studio.pixels();
  await until('somebody walks', async () => difference(start, await studio.pixels()) > 0.01);
});

const MAPS = {
  starter: [['arena', 1], ['corridor', -5], ['star', 70], ['branch', 9_007_199_254_740_993n]],
  dungeon: [['arena', 3], ['star', 4], ['branch', 22]],
  benchmark: [['a', 112], ['e', 3], ['g', 80]],
  [TEXTURED]: [['arena', 1], ['corridor', 2], ['star', 3]],
};

for (const [kit, wishes] of Object.entries(MAPS)) {
  scenario(`same settings and seed: the digest of the command, with ${kit}`, { ...BLIND, kit }, async (studio) => {
    for (const [preset, seed] of wishes) {
      const { digest } = await generated(studio.folder, '--preset', preset, '--seed', String(seed));
      const hash = new URLSearchParams({ preset, set: `generation.seed=${seed}` });
      await studio.page.goto(`${studio.server.url}#${hash}`);
      await studio.shows(digest);
    }
  });
}
