// Issue 13, number 4: understand. The timeline, the story, why a piece is there, why nothing is at a connector.

import assert from 'node:assert/strict';
import { scenario, SIGHTED } from './lib/scenario.mjs';
import { changedPixels, difference } from './lib/pixels.mjs';
import { until } from './lib/wait.mjs';

/** A corridor of which many pieces are taken back. */
const WINDING = { ...SIGHTED, address: [['preset', 'corridor'], ['set', 'generation.seed=3'], ['set', 'selection.max_pieces=60']] };
const PLACED = 1;
const TAKEN_BACK = 2;

/** The event that takes most pieces back, from the bytes as protocol.ts tells: kind, a and b of each event. */
function largestDrop({ events, bytes }) {
  let best = { event: -1, drop: 0 };
  let standing = 0;
  for (let event = 0; event < events; event++) {
    const [kind, a, b] = [0, 4, 8].map((at) => bytes.readInt32LE(event * 12 + at));
    if (kind === PLACED) standing = b + 1;
    if (kind !== TAKEN_BACK) continue;
    if (standing - a > best.drop) best = { event, drop: standing - a };
    standing = a;
  }
  return best.event;
}

function slider({ page }) {
  return page.getByLabel('Position on the timeline');
}

async function position(studio) {
  return Number(await slider(studio).inputValue());
}

function currentLine({ page }) {
  return page.getByRole('list', { name: 'Story' }).locator('[aria-current=step]');
}

scenario('4 understand: the growth is played, paused, stepped and scrubbed', WINDING, async (studio) => {
  const { events } = studio.wire.last('timeline');
  assert.equal(await position(studio), events);
  await studio.button('Step back').click();
  assert.equal(await position(studio), events - 1);
  await studio.page.keyboard.press(']');
  assert.equal(await position(studio), events);

  const whole = await studio.stillPixels();
  await slider(studio).fill('12');
  assert.equal(await position(studio), 12);
  const young = await studio.stillPixels();
  assert.ok(difference(whole, young) > 0.001, 'fewer pieces are drawn');

  await studio.page.getByRole('combobox', { name: /^Speed/ }).selectOption('80');
  await studio.button('Play').click();
  await until('it plays', async () => (await position(studio)) > 14);
  await studio.button('Pause').click();
  const paused = await position(studio);
  assert.ok(paused < events);
  await studio.stillPixels();
  assert.equal(await position(studio), paused);
});

scenario('4 understand: pieces taken back go away on the timeline, and the story says so', WINDING, async (studio) => {
  await studio.page.keyboard.press('3');
  const event = largestDrop(studio.wire.last('timeline'));
  await slider(studio).fill(String(event));
  await studio.page.keyboard.press('F');
  const before = await studio.stillPixels();
  await studio.page.keyboard.press(']');
  assert.match(await currentLine(studio).innerText(), /Taken back: \d+ piece/);
  assert.ok(!(await studio.stillPixels()).data.equals(before.data));
});

scenario('4 understand: the story is told in sentences, and a click on one goes there', WINDING, async (studio) => {
  const { from, lines } = await studio.wire.answer('story');
  const told = lines.findIndex((line) => line !== null && /^Taken back/.test(line));
  await slider(studio).fill(String(from + told + 1));
  await until('the sentence is shown', async () => (await currentLine(studio).innerText()).includes(lines[told].trim()));
  const first = studio.page.getByRole('list', { name: 'Story' }).getByRole('button').first();
  const event = Number((await first.innerText()).match(/\d+/)[0]);
  await first.click();
  assert.equal(await position(studio), event);
});

scenario('4 understand: a piece tells why it is there, its guide, and what was tried before', SIGHTED, async (studio) => {
  const panel = studio.page.getByRole('complementary', { name: 'Selection' });
  const isPiece = () => panel.getByRole('heading', { name: 'Piece', exact: true }).isVisible();
  await studio.clickUntil('a piece is selected', isPiece);
  let why = await studio.wire.answer('why');
  for (let asked = 1; why.tries.length === 0 && why.guide !== null; asked++) {
    await panel.getByRole('button', { name: 'Select its guide' }).click();
    const { guide } = why;
    why = await studio.wire.answer('why', asked);
    assert.equal(why.placed, guide);
  }
  await panel.getByRole('heading', { name: 'Why it is there' }).waitFor();
  const text = (await panel.innerText()).toLowerCase();
  for (const sentence of [why.sentence, why.because, ...why.tries].filter(Boolean)) {
    assert.ok(text.includes(sentence.replaceAll('`', '').toLowerCase()), sentence);
  }
  await panel.getByRole('button', { name: 'Show on the timeline' }).click();
  assert.equal(await position(studio), why.event + 1);
});

/** A preset without ends: with them, no connector of this kit stays free. */
const OPEN = { ...SIGHTED, address: { preset: 'arena' } };

scenario('4 understand: a free connector tells why nothing is there, what would fit, how much room there is', OPEN, async (studio) => {
  const { page } = studio;
  await page.keyboard.press('3');
  const plain = await studio.stillPixels();
  await page.keyboard.press('C');
  const marked = await studio.stillPixels();
  const panel = page.getByRole('complementary', { name: 'Selection' });
  const isFree = () => panel.getByRole('heading', { name: 'Free connector', exact: true }).isVisible();
  await studio.clickUntil('a free connector is selected', isFree, studio.placesOf(changedPixels(plain, marked), marked));

  const free = await studio.wire.answer('free');
  await panel.getByRole('heading', { name: 'Why nothing is there' }).waitFor();
  const text = (await panel.innerText()).toLowerCase();
  assert.ok(free.reasons.length > 0);
  for (const reason of free.reasons) assert.ok(text.includes(reason.replaceAll('`', '').toLowerCase()), reason);
  assert.match(text, /room straight ahead: .*\d m/);
  assert.match(text, /what would fit/);
  const { pieces } = studio.wire.last('kit');
  for (const { piece } of free.candidates) assert.ok(text.includes(pieces[piece].id.toLowerCase()));
});
