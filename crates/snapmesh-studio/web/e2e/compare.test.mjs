// Issue 19, part 3: compare. A gallery of seeds, sorted or as a scatter, opened and side by side; and a search with demands.

import assert from 'node:assert/strict';
import { BLIND, scenario } from './lib/scenario.mjs';
import { faintTexts, followFocus, misplaced, unfocused } from './lib/inspect.mjs';
import { colorCount, difference, readPng } from './lib/pixels.mjs';
import { generated, snapmesh } from './lib/command.mjs';
import { until } from './lib/wait.mjs';

const IS_STRICT = process.env.SNAPMESH_STRICT === '1';

/** Maps that take little time, so that what is tested is the page. */
const SMALL = { ...BLIND, address: [['set', 'selection.max_pieces=12'], ['set', 'generation.seed=5']] };

const cards = (page) => page.getByRole('list', { name: 'Maps' }).getByRole('listitem');
const openButtons = (page) => cards(page).getByRole('button', { name: /^Seed/ });

/** Compares, and waits until all maps are there. */
async function compare({ page, wire }, count = 24) {
  await page.keyboard.press('g');
  await until(`${count} maps are there`, async () => (await cards(page).count()) === count);
  await until('nothing goes on', () => wire.isIdle());
}

/** Which thumbnails have something drawn on them. */
function drawnPlans(page) {
  return page.locator('.sample canvas').evaluateAll((all) =>
    all.filter((canvas) => {
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      return data.some((value) => value > 0);
    }).length,
  );
}

scenario('19.3 gallery: 24 seeds with thumbnails and metrics, within 3 s', { ...BLIND, address: { set: 'generation.seed=5' } }, async (studio) => {
  const { page, wire } = studio;
  const start = performance.now();
  await page.keyboard.press('g');
  await until('24 maps are there', async () => (await cards(page).count()) === 24);
  const seconds = (performance.now() - start) / 1000;
  assert.equal(await drawnPlans(page), 24, 'each has a plan');
  console.log(`a gallery of 24 seeds with thumbnails: ${seconds.toFixed(2)} s`);
  if (IS_STRICT) assert.ok(seconds < 3);
  const seeds = wire.answers.filter(({ answer }) => answer === 'sample').map(({ seed }) => seed);
  assert.deepEqual(seeds, Array.from({ length: 24 }, (_, index) => String(5 + index)));
  assert.equal(await page.locator('.sample[aria-current]').count(), 1, 'the map on show is marked');
  await page.getByRole('combobox', { name: 'First metric' }).selectOption('pieces');
  const { pieces } = await generated(studio.folder, '--seed', '7');
  assert.match(await openButtons(page).nth(2).innerText(), new RegExp(`Seed 7\\s[^]*Pieces\\s+${pieces}\\b`));
});

scenario('19.3 gallery: sorted by a metric that the session names, moved on, and opened', SMALL, async (studio) => {
  const { page, wire } = studio;
  await compare(studio);
  const { metrics } = wire.last('kit');
  const volume = metrics.findIndex(({ name }) => name === 'volume');
  const sort = page.getByRole('combobox', { name: 'Sort by' });
  assert.equal(await sort.locator('option').count(), metrics.length + 1);
  await sort.selectOption('volume');
  const samples = wire.answers.filter(({ answer }) => answer === 'sample');
  const bySize = samples.toSorted((a, b) => b.values[volume] - a.values[volume]);
  const first = async () => /Seed (-?\d+)/.exec(await openButtons(page).first().innerText())[1];
  assert.equal(await first(), bySize[0].seed);
  await studio.button('Highest first').click();
  assert.equal(await first(), bySize.at(-1).seed);
  const another = bySize.find(({ seed }) => seed !== '5');
  const { digest, seed } = await studio.growBy(() => page.getByRole('button', { name: new RegExp(`^Seed ${another.seed}\\b`) }).click());
  assert.equal(seed, another.seed);
  assert.equal(digest, (await generated(studio.folder, '--set', 'selection.max_pieces=12', '--seed', seed)).digest);
  assert.ok(await studio.canvas.isVisible(), 'the map is looked at');
  await page.keyboard.press('g');
  assert.equal(await cards(page).count(), 24, 'they are still there');
  assert.equal(wire.asked('gallery').length, 1, 'and were not asked for again');
  await studio.button('Next 24 seeds').click();
  await until('the next seeds', async () => wire.last('sample')?.seed === '52');
  assert.equal(await page.getByLabel('First seed').inputValue(), '29');
});

scenario('19.3 gallery: it follows the settings, and other requests do not wait for it', SMALL, async (studio) => {
  const { page, wire } = studio;
  await compare(studio);
  await page.getByLabel('Max pieces', { exact: true }).first().fill('9');
  await page.keyboard.press('Tab');
  await until('the maps have 9 pieces', async () => wire.answers.filter(({ answer, pieces }) => answer === 'sample' && pieces === 9).length >= 12);
  await page.getByLabel('First seed').fill('1000');
  await page.keyboard.press('Tab');
  await page.getByLabel('First seed').fill('2000');
  await page.keyboard.press('Tab');
  await until('the gallery of the newest seeds', async () => wire.last('sample')?.seed === '2023');
  const [older] = wire.asked('gallery').filter(({ start }) => start === '1000');
  assert.ok(wire.isDone(older), 'the older one has ended');
  assert.equal(await cards(page).count(), 24);
});

scenario('19.3 scatter: a dot for each map where its metrics are, and a click opens it', SMALL, async (studio) => {
  const { page, wire } = studio;
  await compare(studio);
  await studio.choice('Layout', 'Scatter').check({ force: true });
  await page.getByRole('combobox', { name: 'First metric' }).selectOption('extent_x');
  await page.getByRole('combobox', { name: 'Second metric' }).selectOption('extent_z');
  const plot = page.getByRole('region', { name: 'Extent z over Extent x' });
  assert.equal(await plot.getByRole('button').count(), 24);
  const { metrics } = wire.last('kit');
  const x = metrics.findIndex(({ name }) => name === 'extent_x');
  const samples = wire.answers.filter(({ answer }) => answer === 'sample').toSorted((a, b) => a.values[x] - b.values[x]);
  const boxOf = ({ seed }) => plot.getByRole('button', { name: new RegExp(`^Seed ${seed}:`) }).boundingBox();
  assert.ok((await boxOf(samples[0])).x < (await boxOf(samples.at(-1))).x, 'the widest is on the right');
  const widest = plot.getByRole('button', { name: new RegExp(`^Seed ${samples.at(-1).seed}:`) });
  await widest.hover({ force: true });
  await plot.getByText(`Seed ${samples.at(-1).seed}`, { exact: true }).waitFor();
  const { seed } = await studio.growBy(() => widest.click({ force: true }));
  assert.equal(seed, samples.at(-1).seed);
});

scenario('19.3 side by side: two maps, turned together, with the difference of every metric', { ...SMALL, blind: false }, async (studio) => {
  const { page, wire } = studio;
  await compare(studio);
  for (const seed of ['6', '9']) {
    await cards(page).filter({ hasText: `Seed ${seed}` }).first().hover();
    await studio.button(`Put seed ${seed} side by side`).click();
  }
  await studio.choice('Layout', 'Side by side').check({ force: true });
  const views = ['6', '9'].map((seed) => page.getByLabel(`3D view of seed ${seed}`));
  const pictures = async () => Promise.all(views.map(async (view) => readPng(await view.screenshot())));
  await until('both are drawn', async () => (await pictures()).every((picture) => colorCount(picture) > 8));
  const before = await pictures();
  await views[0].focus();
  for (let turn = 0; turn < 4; turn++) await page.keyboard.press('ArrowRight');
  await until('both have turned', async () => (await pictures()).every((picture, side) => difference(picture, before[side]) > 0.02));
  const table = page.getByRole('table');
  assert.equal(await table.getByRole('row').count(), wire.last('kit').metrics.length + 1);
  const [left, right] = ['6', '9'].map((wanted) => wire.answers.find(({ answer, seed }) => answer === 'sample' && seed === wanted));
  const cells = await table.getByRole('row').filter({ hasText: 'Free connectors' }).getByRole('cell').allInnerTexts();
  const more = right.values[1] - left.values[1];
  assert.deepEqual(cells, [String(left.values[1]), String(right.values[1]), more === 0 ? '' : `${more > 0 ? '+' : '−'}${Math.abs(more)}`]);
  await page.getByLabel('Right map').selectOption('12');
  await page.getByLabel('3D view of seed 12').waitFor();
});

/** What the command finds with the same demands. */
async function foundByCommand(studio, ...words) {
  const told = await snapmesh('search', studio.folder, '--json', '--set', 'selection.max_pieces=12', '--seed', '1', ...words);
  return JSON.parse(told);
}

scenario('19.3 search: found as by the command, shown and opened', SMALL, async (studio) => {
  const { page, wire } = studio;
  await compare(studio);
  const panel = page.getByRole('complementary', { name: 'Search' });
  await panel.getByLabel('Min pieces').fill('12');
  await panel.getByLabel('Min connectivity').fill('0.9');
  await panel.getByLabel('Demand a piece').selectOption(wire.last('kit').pieces.find(({ roles }) => roles.includes('piece')).id);
  await studio.button('Search').click();
  const status = panel.getByRole('status');
  await status.getByText(/^Found: seed/).waitFor();
  const [seed] = wire.last('searched').found;
  const [[piece]] = Object.entries(wire.asked('search')[0].demands.must_have);
  const command = await foundByCommand(studio, '--min-pieces', '12', '--min-connectivity', '0.9', '--must-have', piece);
  assert.equal(seed, String(command.seed));
  await until('it is shown', async () => (await cards(page).count()) === 1);
  assert.ok(await studio.choice('Maps', 'Found').isChecked());
  assert.equal((await studio.growBy(() => openButtons(page).first().click())).digest, command.digest);
});

scenario('19.3 search: not found tells the hardest demand and shows what came close', SMALL, async (studio) => {
  const { page, wire } = studio;
  await compare(studio);
  const panel = page.getByRole('complementary', { name: 'Search' });
  const wide = wire.last('kit').metrics.findIndex(({ name }) => name === 'extent_x');
  const widths = wire.answers.filter(({ answer }) => answer === 'sample').map(({ values }) => values[wide]);
  const narrower = (Math.min(...widths) - 0.1).toFixed(1);
  await panel.getByLabel('Max size X').fill(narrower);
  await panel.getByLabel('From seed').fill('5');
  await panel.getByLabel('Seeds to try, at most').fill('24');
  await panel.getByLabel('Min pieces').fill('5');
  await studio.button('Search').click();
  const status = panel.getByRole('status');
  await status.getByText('Nothing found among 24 seeds.').waitFor();
  await status.getByText('the hardest').waitFor();
  await until('the closest are shown', async () => (await cards(page).count()) === 5);
  assert.match(await openButtons(page).first().innerText(), new RegExp(`misses at most ${Number(narrower)} × any × any m`));
  assert.ok(wire.last('searched').closest.length === 5 && (await studio.choice('Maps', 'Came close').isChecked()));
  await panel.getByLabel('Min pieces').fill('500');
  await studio.button('Search').click();
  await status.getByText(/impossible, so no seed was tried: the parameters of \w+ allow \d+ pieces at most/i).waitFor();
});

scenario('19.3 search: progress is told, and cancelling ends it with what it has', SMALL, async (studio) => {
  const { page, wire } = studio;
  await compare(studio);
  const panel = page.getByRole('complementary', { name: 'Search' });
  await studio.choice('Wanted', 'The best').check({ force: true });
  await panel.getByLabel('Best by').selectOption('walkable_area');
  await panel.getByLabel('How many').fill('3');
  await panel.getByLabel('Seeds to try, at most').fill('1000000');
  await studio.button('Search').click();
  const bar = panel.getByRole('progressbar', { name: 'Seeds tried' });
  await until('seeds are tried', async () => Number(await bar.getAttribute('aria-valuenow').catch(() => 0)) > 0);
  assert.ok(wire.last('searching').tried < 1_000_000);
  const { seed } = await studio.growBy(() => page.keyboard.press('r'));
  assert.notEqual(seed, '5', 'another map grows meanwhile');
  const cancelled = performance.now();
  await studio.button('Cancel').click();
  await panel.getByText(/^Cancelled: the best 3 of/).waitFor();
  console.log(`cancelled in ${Math.round(performance.now() - cancelled)} ms`);
  await until('what was found is shown', async () => (await cards(page).count()) === 3);
  await studio.button('Search').waitFor();
});

scenario('19.3 search: a demand that cannot be is told, and nothing is searched without it', SMALL, async (studio) => {
  const { page } = studio;
  await compare(studio);
  const area = page.getByLabel('Min area', { exact: true });
  await area.fill('1500');
  await page.getByText('This must be 1 or less.').waitFor();
  assert.ok(await studio.button('Search').isDisabled());
  await area.press('Escape');
  assert.equal(await area.inputValue(), '');
  assert.ok(await studio.button('Search').isEnabled());
});

scenario('19.3 compare: keyboard, names, and a kit that cannot grow', SMALL, async (studio) => {
  const { page } = studio;
  await compare(studio);
  const count = await page.evaluate(followFocus);
  for (let pressed = 0; pressed < count + 20; pressed++) await page.keyboard.press('Tab');
  assert.deepEqual(await page.evaluate(unfocused), { unreached: [], invisible: [] });
  await page.keyboard.press('Escape');
  await page.getByRole('main', { name: 'Compare' }).waitFor({ state: 'detached' });
  await studio.button('Compare').click();
  await studio.growBy(() => page.evaluate(() => (location.hash = '#set=selection.max_pieces%3D-1')));
  await page.getByText(/^No map can be grown as it is/).waitFor();
});

for (const theme of ['light', 'dark']) {
  const options = { context: { colorScheme: theme } };
  scenario(`19.3 compare, ${theme}: texts can be read, and 1280 x 720 is enough`, options, async (studio) => {
    const { page } = studio;
    await compare(studio);
    for (const layout of ['Cards', 'Scatter', 'Side by side']) {
      await studio.choice('Layout', layout).check({ force: true });
      assert.deepEqual(await page.evaluate(faintTexts), [], layout);
      assert.deepEqual(await page.evaluate(misplaced), [], layout);
    }
  });
}
