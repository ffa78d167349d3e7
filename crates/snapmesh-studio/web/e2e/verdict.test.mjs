// Issue 18: how well a map can be walked is said at once while a slider moves, and found out when it rests.

import assert from 'node:assert/strict';
import { BLIND, scenario } from './lib/scenario.mjs';
import { until } from './lib/wait.mjs';

const NAMES = ['Connectivity', 'Largest region', 'Regions', 'Walkable'];

/** Notes every text that the tiles about walking have from now on. */
function followTiles() {
  window.seen = [];
  const note = () => window.seen.push([...document.querySelectorAll('.tile')].map((tile) => tile.getAttribute('aria-label')));
  new MutationObserver(note).observe(document.querySelector('.tiles'), { subtree: true, childList: true, characterData: true, attributes: true });
}

/** Drags a slider over these values, one every few milliseconds, as a hand does. */
async function drag(studio, label, values) {
  await studio.field(`${label}, slider`).evaluate(async (slider, all) => {
    for (const value of all) {
      slider.value = String(value);
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise((go) => setTimeout(go, 12));
    }
  }, values);
}

scenario('walking: a verdict while a slider moves, marked as early, and the walk itself when it rests', BLIND, async (studio) => {
  const { page, wire } = studio;
  await page.evaluate(followTiles);
  const before = wire.asked('grow').length;
  await studio.growBy(() => drag(studio, 'Max pieces', Array.from({ length: 24 }, (_, step) => 20 + step)));

  // Maps that were gone before they could be walked had a verdict all the same.
  const maps = wire.asked('grow').slice(before).map(({ id }) => id);
  const of = (kind) => new Map(wire.answers.filter(({ id, answer }) => answer === kind && maps.includes(id)).map((told) => [told.id, told]));
  const [composed, walked] = [of('composed'), of('walked')];
  assert.ok(composed.size > walked.size, `${composed.size} verdicts at once, ${walked.size} walks, of ${maps.length} maps`);
  console.log(`a slider over 24 values: ${maps.length} maps, ${composed.size} verdicts at once, ${walked.size} walks`);

  const seen = (await page.evaluate(() => window.seen)).flat();
  for (const name of NAMES) assert.ok(seen.some((text) => text.startsWith(name) && text.includes(': ≈')), `${name} was never told early`);

  // At rest, the walk has the last word, and the two agree.
  const last = maps.at(-1);
  assert.equal(await studio.tile('Connectivity'), walked.get(last).connectivity.toFixed(2));
  assert.equal(await page.locator('.tile.early').count(), 0);
  assert.ok(Math.abs(composed.get(last).known.largest_region - walked.get(last).exact.largest_region) < 0.02);
});

scenario('walking: what is said early can be told from a walk, and what is not known is not said', BLIND, async (studio) => {
  const { page } = studio;
  // A walk that does not come: the answer is held back on its way.
  await page.addInitScript(() => {
    const Plain = WebSocket;
    window.WebSocket = class extends Plain {
      set onmessage(hear) {
        super.onmessage = (event) => {
          const isWalk = typeof event.data !== 'string' && new TextDecoder().decode(event.data.slice(0, 4096)).includes('"answer":"walked"');
          if (isWalk) return;
          const { data } = event;
          const isUnknown = window.unknown && typeof data === 'string' && data.includes('"answer":"composed"');
          hear(isUnknown ? { data: JSON.stringify({ ...JSON.parse(data), known: null, unknown: 'piece 3 may cut the floor of piece 2 in two' }) } : event);
        };
      }
    };
  });
  await page.reload();
  await until('a verdict is told early', async () => (await page.locator('.tile.early').count()) === NAMES.length);
  assert.match(await studio.tile('Connectivity'), /^≈/);
  await studio.page.evaluate(() => (window.unknown = true));
  await page.keyboard.press('Enter');
  const hint = page.locator('.tile', { hasText: 'Connectivity' }).locator('.hint');
  await until('it is told why nothing is said', async () => /may cut the floor/.test(await hint.textContent()));
  assert.equal(await page.locator('.tile.early').count(), 0);
  assert.equal(await studio.tile('Connectivity'), '–');
});
