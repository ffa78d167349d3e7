// Issue 13: closing the page stops its work, Ctrl-C ends the server, two pages do not disturb each other, a dropped connection
// comes back.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { anotherPage, BLIND, scenario } from './lib/scenario.mjs';
import { Server } from './lib/command.mjs';
import { until } from './lib/wait.mjs';

/** More pieces than there is room for, and patience to look for it nearly forever. */
const ENDLESS = {
  ...BLIND,
  address: null,
  words: ['--limit', 'budget=1000000000'],
};
const WISH = new URLSearchParams([
  ['set', 'selection.max_pieces=60'],
  ['set', 'growth.inside={ min = [-15, -9, -15], max = [15, 9, 15] }'],
  ['set', 'growth.budget=1000000000'],
]);

/** The time of the processor that a process took so far, in seconds; a tick is a hundredth of one. */
async function timeOf({ child }) {
  const text = await readFile(`/proc/${child.pid}/stat`, 'utf8');
  const [user, system] = text.slice(text.lastIndexOf(')') + 2).split(' ').slice(11, 13).map(Number);
  return (user + system) / 100;
}

/** The share of a core that a server takes. */
async function load(server) {
  const [before, start] = [await timeOf(server), performance.now()];
  await sleep(500);
  return ((await timeOf(server)) - before) / ((performance.now() - start) / 1000);
}

async function startEndless({ page, server, wire }) {
  await page.goto(`${server.url}#${WISH}`);
  await wire.answer('setup');
  await until('it is at work', async () => (await load(server)) > 0.15);
}

scenario('closing the page stops its work', ENDLESS, async (studio) => {
  await startEndless(studio);
  await studio.page.close();
  await until('the server is at rest', async () => (await load(studio.server)) < 0.05, 20_000);
});

scenario('a new wish takes the place of one at work', ENDLESS, async (studio) => {
  await startEndless(studio);
  await studio.page.goto(`${studio.server.url}#set=selection.max_pieces%3D3`);
  await until('the small map is there', () => studio.wire.last('map')?.pieces === 3, 20_000);
});

scenario('Ctrl-C ends the server at once though a page is open and at work', { ...ENDLESS, expected: /WebSocket/ }, async (studio) => {
  await startEndless(studio);
  const took = await studio.server.end('SIGINT');
  console.log(`Ctrl-C: gone after ${Math.round(took)} ms`);
  assert.ok(took < 2000);
  await studio.page.getByText('The connection is lost').waitFor();
});

scenario('two pages do not disturb each other', { ...BLIND, address: { set: 'generation.seed=1' } }, async (first) => {
  const second = await anotherPage(first, { set: 'generation.seed=2' });
  const before = await first.digest();
  assert.notEqual(await second.digest(), before);
  await Promise.all([first.growBy(() => first.fill('Max pieces', '12')), second.growBy(() => second.fill('Max pieces', '25'))]);
  assert.equal(first.wire.last('map').pieces, 12);
  assert.equal(second.wire.last('map').pieces, 25);
  assert.equal(await first.digest(), first.wire.last('map').digest);
  await second.page.close();
  await first.growBy(() => first.button('Undo').click());
  assert.equal(await first.digest(), before);
  assert.deepEqual(second.troubles, []);
});

scenario('a dropped connection comes back, and nothing is lost', { ...BLIND, expected: /WebSocket/ }, async (studio) => {
  const { digest } = await studio.growBy(() => studio.fill('Max pieces', '13'));
  await studio.server.end();
  const notice = studio.page.getByText('The connection is lost');
  await notice.waitFor();
  assert.equal(await studio.digest(), digest);
  const again = await Server.start(studio.folder, { port: studio.server.port });
  try {
    await studio.growBy(() => notice.waitFor({ state: 'detached' }));
    assert.equal(await studio.digest(), digest);
    const map = await studio.growBy(() => studio.fill('Max pieces', '7'));
    assert.equal(map.pieces, 7);
  } finally {
    await again.end();
  }
});
