// Issue 13, number 1: set-up. Pieces with thumbnails, tick to use, tick as starter, weight, count, tags.

import assert from 'node:assert/strict';
import { BLIND, scenario } from './lib/scenario.mjs';
import { TEXTURED } from './lib/kits.mjs';
import { until } from './lib/wait.mjs';

function row({ page }, piece) {
  return page.getByRole('listitem', { name: piece, exact: true });
}

/** How many colors the picture of a piece has. */
function colorsOf(piece) {
  return piece.locator('img').evaluate((image) => {
    const pen = new OffscreenCanvas(image.naturalWidth, image.naturalHeight).getContext('2d');
    pen.drawImage(image, 0, 0);
    const { data } = pen.getImageData(0, 0, image.naturalWidth, image.naturalHeight);
    return new Set(new Uint32Array(data.buffer)).size;
  });
}

for (const kit of ['starter', TEXTURED]) {
  scenario(`1 set-up: pieces of ${kit} have thumbnails that are pictures, and sizes`, { kit }, async (studio) => {
    await studio.tab('Pieces');
    for (const { file } of studio.wire.last('kit').catalog) {
      const piece = row(studio, file.split('/').at(-1).replace('.glb', ''));
      await piece.scrollIntoViewIfNeeded();
      const colors = await colorsOf(piece);
      assert.ok(colors > 8, `${file} has ${colors} colors`);
      assert.match(await piece.innerText(), /\d.* × .* × .*\d m/);
    }
  });
}

scenario('1 set-up: a piece that is unticked is on the map no more, ticked again the map is as before', BLIND, async (studio) => {
  const first = await studio.digest();
  await studio.tab('Pieces');
  const piece = studio.wire.placed()[3];
  const tick = studio.page.getByRole('checkbox', { name: `Use ${piece}`, exact: true });
  await studio.growBy(() => tick.uncheck());
  assert.ok(!studio.wire.placed().includes(piece));
  const { digest } = await studio.growBy(() => tick.check());
  assert.equal(digest, first);
});

scenario('1 set-up: a map starts with the piece that is ticked as starter', BLIND, async (studio) => {
  await studio.tab('Pieces');
  await studio.growBy(() => studio.button('Start with Bridge').click());
  assert.equal(studio.wire.placed()[0], 'Bridge');
  await studio.growBy(() => studio.button('Start with Bridge').click());
  await studio.growBy(() => studio.button('Start with Gate').click());
  assert.equal(studio.wire.placed()[0], 'Gate');
});

scenario('1 set-up: a piece of weight 0 is never placed', BLIND, async (studio) => {
  await studio.tab('Pieces');
  const piece = studio.wire.placed()[5];
  await studio.growBy(() => studio.fill(`Weight of ${piece}`, '0'));
  assert.ok(!studio.wire.placed().slice(1).includes(piece));
});

scenario('1 set-up: a count is a promise, and it is kept', BLIND, async (studio) => {
  await studio.tab('Pieces');
  await studio.growBy(() => studio.fill('Count of Shrine, least', '2'));
  const map = await studio.growBy(() => studio.fill('Count of Shrine, most', '2'));
  assert.equal(studio.wire.placed().filter((piece) => piece === 'Shrine').length, 2);
  assert.ok(map.promises.every(({ kept }) => kept));
  const promises = await studio.page.getByRole('list', { name: 'Promises' }).innerText();
  assert.match(promises, /count of Shrine: 2\s+kept/);
});

scenario('1 set-up: tags are words that rules can name pieces by', BLIND, async (studio) => {
  await studio.tab('Pieces');
  for (const piece of ['Shrine', 'Garden']) {
    await row(studio, piece).getByRole('button', { name: '+ tag' }).click();
    await studio.growBy(() => studio.fill(`Tags of ${piece}`, 'green, holy'));
    await until('the tags are shown', async () => (await row(studio, piece).innerText()).includes('#holy'));
  }
  await studio.tab('Rules');
  await studio.field('Piece, pattern or #tag of a new rule').fill('#holy');
  await studio.growBy(() => studio.button('Add a rule').click());
  await studio.growBy(() => studio.fill('Count of #holy, most', '1'));
  await studio.growBy(() => studio.fill('Count of #holy, least', '1'));
  const holy = studio.wire.placed().filter((piece) => ['Shrine', 'Garden'].includes(piece));
  assert.equal(holy.length, 1);
});
