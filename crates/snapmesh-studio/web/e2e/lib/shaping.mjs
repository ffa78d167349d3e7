// What tests of maps shaped by hand have in common: selecting by the story, and going back and forth over what was done.

import assert from 'node:assert/strict';
import { until } from './wait.mjs';

const PLACED = 1;

export function panel({ page }) {
  return page.getByRole('complementary', { name: 'Selection' });
}

/** Selects a placed piece by its line of the story, and goes to the end of the timeline. */
export async function select(studio, placed) {
  const { page, wire } = studio;
  const { events, bytes } = wire.last('timeline');
  const all = Array.from({ length: events }, (_, event) => event);
  const event = all.findLast((it) => bytes.readInt32LE(it * 12) === PLACED && bytes.readInt32LE(it * 12 + 8) === placed);
  const slider = page.getByLabel('Position on the timeline');
  await slider.fill(String(event + 1));
  const line = page.getByRole('list', { name: 'Story' }).locator('[aria-current=step] button');
  await until('the line is there', async () => (await line.innerText()).includes(`p${placed}_`));
  await line.click();
  await slider.fill(String(events));
  await panel(studio).getByText(new RegExp(`(Piece|number) ${placed} o`)).waitFor();
}

export async function selectFree(studio, placed, number = 0) {
  await select(studio, placed);
  await panel(studio).getByRole('group', { name: 'Free connectors' }).getByRole('button').nth(number).click();
}

/** Does something, undoes and redoes it: each time the map is what it was. */
export async function backAndForth(studio, action) {
  const before = studio.wire.last('map');
  const after = await studio.growBy(action);
  assert.equal(after.steps.length, before.steps.length + 1);
  const seen = ({ digest, placed, links, doors, pins, steps }) => ({ digest, placed, links, doors, pins, steps });
  assert.deepEqual(seen(await studio.growBy(() => studio.page.keyboard.press('Control+z'))), seen(before));
  assert.deepEqual(seen(await studio.growBy(() => studio.page.keyboard.press('Control+Shift+z'))), seen(after));
  await studio.growBy(() => studio.button('Undo').click());
  assert.deepEqual(seen(await studio.growBy(() => studio.button('Redo').click())), seen(after));
  return after;
}

/** The last piece that grew: nothing hangs on it but caps. */
export function leaf({ wire }) {
  return wire.last('map').placed.filter((row) => row[10] === 0).length - 1;
}

/** Tries what may be refused, one after the other, until something is done, and gives the reasons of those that were refused: the
 * page tells each of them. */
export async function firstThatWorks({ page, wire }, actions) {
  const refused = [];
  for (const action of actions) {
    const count = () => wire.answers.filter(({ answer }) => answer === 'shaped' || answer === 'failed').length;
    const [grown, told] = [wire.asked('grow').length, count()];
    await action();
    await until('it is worked out', () => count() > told);
    const { answer, problems } = wire.answers.findLast(({ answer }) => answer === 'shaped' || answer === 'failed');
    if (answer === 'shaped') {
      await wire.grown(grown);
      return refused;
    }
    refused.push(problems[0].message);
    await page.getByText(problems[0].message).waitFor();
  }
  throw new Error(`all of it is refused: ${refused.join('; ')}`);
}
