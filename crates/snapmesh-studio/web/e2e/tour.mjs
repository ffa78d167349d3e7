// Goes the way of docs/from-models-to-a-map.md by mouse and keyboard, and draws its pictures: `node e2e/tour.mjs docs/images`, with
// the environment of the tests. It fails where a step does not do what the page says.

import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { kitFile } from './lib/kits.mjs';
import { makeModels } from './lib/models.mjs';
import { firstThatWorks } from './lib/shaping.mjs';
import { onTour } from './lib/tour.mjs';
import { until } from './lib/wait.mjs';

const SEED = 21;
/** Found by mark on the path into the garden, which lies so much above the floor of the kit. */
const TOO_HIGH = 0.13;
/** Of a placed row. */
const CAP = 1;
/** So many milliseconds somebody walks before a picture is taken. */
const WALK = 4000;

const STEPS = [
  openFolder, findDoorways, dragDoorway, colorDoorways, joinPieces, growMap, readRefusal, pinAndRegrow, closeLoop, markByHand, capEnd,
  compareMaps, searchMap, walkMap, exportMap,
];

async function openFolder(tour) {
  await tour.open();
  await tour.tab('Pieces');
  await tour.page.getByRole('heading', { name: /^\d+ models, and no doorway is marked yet$/ }).waitFor();
  await tour.shoot('models');
}

async function findDoorways(tour) {
  await tour.growBy(() => tour.button('Find all doorways').click(), 60_000);
  await tour.page.getByText(/^Found \d+ doorways of \d+ pieces/).waitFor();
  // It is there with the first map.
  await tour.button('Got it').click();
  assert.match(await kitFile(tour.folder), /\[pieces\.Garden\]/);
  await tour.silence();
  await tour.restPointer();
  await tour.shoot('found');
}

/** Takes a file to the bench, from the list of the pieces or from the bench itself. */
async function bench(tour, name) {
  const before = tour.wire.asked('piece').length;
  const files = tour.panel('Pieces of the kit');
  if ((await files.count()) > 0) await files.getByRole('button', { name: new RegExp(`^${name}\\b`) }).click();
  else {
    await tour.tab('Pieces');
    await tour.button(`Mark ${name}`).click();
  }
  await until(`${name} is on the bench`, () => tour.wire.asked('piece').length > before && tour.wire.isIdle());
  await tour.panel('Marks').getByRole('heading', { name, exact: true }).waitFor();
}

function connector(tour, number) {
  return tour.panel('Marks').getByRole('listitem', { name: `Connector ${number}`, exact: true });
}

/** Opens a connector in its list, unless it is. */
async function selectConnector(tour, number) {
  const line = connector(tour, number).getByRole('button', { name: new RegExp(`^Connector ${number}`) });
  if ((await line.getAttribute('aria-expanded')) !== 'true') await line.click();
}

async function type(tour, number, what, text) {
  const field = tour.panel('Marks').getByLabel(`Connector ${number}, ${what}`, { exact: true });
  await field.fill(text);
  await field.press('Enter');
  await until('it is looked at', () => tour.wire.isIdle());
}

/** The connector of the piece on the bench at about this place. */
function numberAt(tour, [x, z]) {
  const { connectors } = tour.wire.last('piece').info;
  const number = connectors.findIndex(({ position: [px, , pz] }) => Math.hypot(px - x, pz - z) < 0.2) + 1;
  assert.ok(number > 0, `no connector at ${x}, ${z}: ${JSON.stringify(connectors)}`);
  return number;
}

const PATH = [4, 0];

async function dragDoorway(tour) {
  await bench(tour, 'Garden');
  const number = numberAt(tour, PATH);
  const height = () => tour.wire.last('piece').info.connectors[number - 1].position[1];
  assert.ok(Math.abs(height() - TOO_HIGH) < 0.01, `it is found at ${height()} m`);
  await selectConnector(tour, number);
  await zoomIn(tour, number);
  const typed = tour.panel('Marks').getByLabel(`Connector ${number}, Y`, { exact: true });
  await tour.dragArrow(number, [0, 1], async () => (await typed.inputValue()) === '0', ['Shift']);
  await tour.shoot('drag');
  await tour.letGo(['Shift']);
  await until('it stands on the level of the floor', () => height() === 0);
}

/** Turns the wheel with the pointer on the arrow. */
async function zoomIn(tour, number) {
  await tour.arrow(number);
  for (let turn = 0; turn < 4; turn++) await tour.page.mouse.wheel(0, -120);
}

async function colorDoorways(tour) {
  const number = numberAt(tour, PATH);
  await type(tour, number, 'color', 'red');
  await bench(tour, 'Shrine');
  await selectConnector(tour, 1);
  await type(tour, 1, 'pins', '2');
  await type(tour, 1, 'color', 'red');
  await tour.restPointer();
  await tour.shoot('color');
  await bench(tour, 'Plaza');
  for (const door of [1, 2, 3, 4]) {
    await selectConnector(tour, door);
    await type(tour, door, 'pins', '3');
  }
}

/** Looks at what is on the bench from behind. */
async function turnAround(tour) {
  const { mouse } = tour.page;
  const { x, y, height } = await tour.page.getByLabel('3D view of the piece').boundingBox();
  await mouse.move(x + 60, y + height * 0.8);
  await mouse.down();
  await mouse.move(x + 60 + height / 2, y + height * 0.8, { steps: 10 });
  await mouse.up();
  await tour.restPointer();
}

/** A wall that closes a doorway: it has no floor, so nothing is found, and its connector is put there by hand. */
async function markByHand(tour) {
  await tour.page.keyboard.press('Alt+1');
  await bench(tour, 'BrokenWall');
  await tour.button('Add a connector').click();
  await until('it is there', () => tour.wire.isIdle());
  await type(tour, 1, 'pins', '3');
  // The rubble lies in the room that is closed, so the arrow points over it, and the box ends at the wall.
  await type(tour, 1, 'Z', '0');
  await type(tour, 1, 'heading in degrees', '180');
  const marks = tour.panel('Marks');
  await marks.getByText('Boxes', { exact: true }).click();
  await marks.getByRole('button', { name: /^Box 1/ }).click();
  await marks.getByLabel('Box 1, from Z', { exact: true }).fill('0.05');
  await marks.getByLabel('Box 1, from Z', { exact: true }).press('Enter');
  await until('the box ends there', () => tour.wire.isIdle() && tour.wire.last('piece').said.boxes[0].min[2] === 0.05);
  await selectConnector(tour, 1);
  await turnAround(tour);
  await tour.shoot('by-hand');
}

async function joinPieces(tour) {
  await bench(tour, 'Garden');
  const marks = tour.panel('Marks');
  await marks.getByText('Join', { exact: true }).click();
  await marks.getByLabel('Other piece').selectOption({ label: 'Shrine' });
  await marks.getByLabel('Connector of this piece').selectOption(String(numberAt(tour, PATH) - 1));
  const meeting = marks.getByRole('group', { name: 'How they meet' });
  await until('both doorways are measured', async () => /Gap\s+0\.000 m/.test(await meeting.innerText()));
  await meeting.scrollIntoViewIfNeeded();
  await tour.restPointer();
  await tour.shoot('join');
}

/** Clicks beside the map, where nothing is: keys are for the page then. */
async function leaveField(tour) {
  await tour.clickView(0.03, 0.9);
  await tour.panel('Selection').getByRole('heading', { name: 'Map', exact: true }).waitFor();
}

async function growMap(tour) {
  const { page } = tour;
  await page.keyboard.press('Control+s');

  await tour.wire.answer('saved');
  assert.match(await kitFile(tour.folder), /color = "red"/);
  await tour.growBy(() => tour.button('Back to the map').click());
  await tour.tab('Connections');
  await tour.growBy(() => tour.button('white accepts red').click());
  await tour.tab('Parameters');
  await tour.growBy(() => tour.fill('Max pieces', '20'));
  await tour.growBy(async () => {
    await tour.seed.fill(String(SEED));
    await tour.seed.press('Enter');
  });
  await leaveField(tour);
  assert.ok(tour.wire.placed().includes('Shrine'), `a shrine is on the map: ${tour.wire.placed()}`);
  await tour.silence();
  await tour.restPointer();
  await tour.shoot('map');
}

async function readRefusal(tour) {
  await tour.page.keyboard.press('Alt+1');
  await tour.page.keyboard.press('c');
  await tour.still();
  await tour.clickLabelled(/ free: /, async () => {
    const { candidates } = await tour.wire.answer('free');
    return candidates.some(({ fits, reason }) => !fits && /overlap/.test(reason));
  });
  await tour.panel('Selection').getByRole('button', { name: 'Frame' }).click();
  await tour.restPointer();
  await tour.shoot('refusal');
}

/** The end of the longest way from the start: nothing hangs on it. */
function lastLeaf({ wire }) {
  const { placed, pieces } = wire.last('map');
  const grown = placed.slice(0, pieces).map((row, number) => ({ number, depth: row[9] }));
  return grown.reduce((deepest, each) => (each.depth > deepest.depth ? each : deepest)).number;
}

async function pinAndRegrow(tour) {
  const { page, wire } = tour;
  await page.keyboard.press('Escape');
  await page.keyboard.press('c');
  await page.keyboard.press('f');
  await tour.still();
  const pinned = wire.placed().indexOf('Shrine');
  await tour.clickLabelled(new RegExp(`, piece ${pinned}$`));
  await tour.growBy(() => tour.button('Pin').click());
  await tour.clickLabelled(new RegExp(`, piece ${pinned}, pinned$`));
  await tour.panel('Selection').getByText('Pinned: it stays').waitFor();
  await tour.restPointer();
  await tour.shoot('pin');

  await tour.clickLabelled(new RegExp(`, piece ${lastLeaf(tour)}$`));
  await tour.throwing(SEED, () => tour.growBy(() => tour.button('Regrow').click()));
  await tour.clickLabelled(new RegExp(`, piece ${lastLeaf(tour)}$`));
  await tour.growBy(() => page.keyboard.press('Delete'));
  await tour.panel('Selection').getByRole('heading', { name: 'Free connector' }).waitFor();
}

/** How many of the nearest free connectors are tried as the other end of a loop. */
const NEAREST = 4;

/** Closes a loop from the free connector that is selected, if it is a plaza's and it can be done. */
async function closeFrom(tour) {
  const { page } = tour;
  const panel = tour.panel('Selection');
  await panel.getByRole('heading', { name: 'Free connector' }).waitFor();
  if (!/Plaza, piece/.test(await panel.innerText())) return false;
  await tour.button('Close a loop from here').click();
  const others = page.getByRole('list', { name: 'Close the loop at' }).getByRole('button');
  await others.first().waitFor();
  const count = Math.min(await others.count(), NEAREST);
  const tries = Array.from({ length: count }, (_, other) => () => tour.throwing(SEED, () => others.nth(other).click()));
  const isClosed = await firstThatWorks(tour, tries).then(() => true, () => false);
  if (!isClosed) await page.keyboard.press('Escape');
  return isClosed;
}

async function closeLoop(tour) {
  const { page, wire } = tour;
  await page.keyboard.press('Escape');
  await page.keyboard.press('c');
  await tour.clickLabelled(/ free: 3 pins, white$/, () => closeFrom(tour));
  await tour.shows(wire.last('map').digest);
  assert.equal(wire.last('map').links.length, 1);
  await tour.silence();
  await page.keyboard.press('f');
  await tour.restPointer();
  await tour.shoot('loop');
}

async function capEnd(tour) {
  const { page, wire } = tour;
  await tour.growBy(() => tour.button('Back to the map').click());
  await page.keyboard.press('f');
  await tour.tab('Connections');
  await tour.growBy(() => page.getByRole('combobox', { name: 'Add a cap for 3 white', exact: true }).selectOption('BrokenWall.glb'));
  assert.equal(wire.caps().length, 0, 'the shaped map stays as it is');
  await tour.clickLabelled(/ free: 3 pins, white$/, async () => {
    const before = wire.answers.length;
    await tour.throwing(SEED, () => tour.button('Cap').click());
    const isTold = () => wire.answers.slice(before).some(({ answer }) => answer === 'shaped' || answer === 'failed');
    await until('it is worked out', () => isTold() && wire.isIdle());
    return wire.last('map').placed.some((row) => row[10] === CAP);
  });
  assert.deepEqual(wire.caps(), ['BrokenWall']);
  await page.getByRole('list', { name: 'Story' }).locator('[aria-current=step] button').click();
  await tour.panel('Selection').getByRole('heading', { name: 'Cap', exact: true }).waitFor();
  await tour.panel('Selection').getByRole('button', { name: 'Frame' }).click();
  await page.getByRole('region', { name: 'Ends of 3 white' }).evaluate((row) => row.scrollIntoView({ block: 'center' }));
  await tour.silence();
  await tour.restPointer();
  await tour.shoot('cap');
}

const cards = (page) => page.getByRole('list', { name: 'Maps' }).getByRole('listitem');

async function compareMaps(tour) {
  const { page, wire } = tour;
  const shaped = await tour.digest();
  await page.keyboard.press('g');
  await until('24 maps are there', async () => (await cards(page).count()) === 24 && wire.isIdle());
  await page.getByRole('combobox', { name: 'First metric' }).selectOption('connectivity');
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('walkable_area');
  await tour.restPointer();
  await tour.shoot('compare');
  const { digest } = await tour.growBy(() => cards(page).first().getByRole('button', { name: /^Seed/ }).click());
  assert.notEqual(digest, shaped, 'another map is there');
  await tour.growBy(() => tour.button('Undo').click());
  assert.equal(await tour.digest(), shaped, 'undo brings the shaped one back');
}

async function searchMap(tour) {
  const { page, wire } = tour;
  await tour.button('Compare').click();
  const search = tour.panel('Search');
  const field = async (label, text) => {
    await search.getByLabel(label, { exact: true }).fill(text);
    await search.getByLabel(label, { exact: true }).press('Enter');
  };
  await field('Min pieces', '20');
  await field('Min connectivity', '0.95');
  await search.getByLabel('Demand a piece').selectOption('Shrine');
  await field('How many of Shrine', '2');
  await tour.button('Search').click();
  await search.getByRole('status').getByText(/^Found: seed/).waitFor();
  await until('it is shown', async () => (await cards(page).count()) === 1 && wire.isIdle());
  await tour.restPointer();
  await tour.shoot('search');
  await tour.growBy(() => cards(page).first().getByRole('button', { name: /^Seed/ }).click());
  assert.ok(wire.placed().filter((id) => id === 'Shrine').length >= 2, 'two shrines are on it');
}

async function walkMap(tour) {
  await tour.page.keyboard.press('c');
  await tour.button('Walk').click();
  await tour.wire.answer('tour');
  await tour.choice('Who walks', 'Eyes').check({ force: true });
  await tour.page.waitForTimeout(WALK);
  await tour.button('Pause').click();
  await tour.restPointer();
  await tour.shoot('walk');
  await tour.page.keyboard.press('Escape');
}

async function exportMap(tour) {
  const { page } = tour;
  await tour.button('Share').click();
  await tour.choice('Format', 'GLB').check({ force: true });
  const [file] = await Promise.all([page.waitForEvent('download'), tour.button('Download GLB').click()]);
  assert.equal((await readFile(await file.path())).toString('latin1', 0, 4), 'glTF');
}

const pictures = path.resolve(process.argv[2]);
const parent = await mkdtemp(path.join(tmpdir(), 'snapmesh-tour-'));
try {
  // The page tells where files are: from here, as someone would type it, that is the same each time.
  process.chdir(parent);
  await makeModels('models');
  await onTour('models', pictures, async (tour) => {
    for (const step of STEPS) {
      console.log(step.name);
      await step(tour);
    }
  });
} finally {
  await rm(parent, { recursive: true, force: true });
}
