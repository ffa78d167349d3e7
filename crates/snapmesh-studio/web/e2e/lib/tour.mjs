// What the tour for the docs is made with: a studio on a folder of models, hands for what people do with a mouse, and pictures.

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { launch } from './browser.mjs';
import { Server } from './command.mjs';
import { palettized } from './palette.mjs';
import { Studio } from './studio.mjs';
import { until } from './wait.mjs';

const VIEWPORT = { width: 1280, height: 800 };
/** Places of the view that the pointer is tried at: so many across and down, those in the middle first. */
const [ACROSS, DOWN] = [40, 26];
const PLACES = Array.from({ length: ACROSS * DOWN }, (_, index) => [
  ((index % ACROSS) + 0.5) / ACROSS, (Math.floor(index / ACROSS) + 0.5) / DOWN,
]).sort((a, b) => Math.hypot(a[0] - 0.5, a[1] - 0.5) - Math.hypot(b[0] - 0.5, b[1] - 0.5));
/** Pixels around the number of an arrow where the arrow may be grabbed. */
const AROUND = 48;
/** Milliseconds in which the camera comes where it is sent. */
const GLIDE = 1500;
/** So many pixels an arrow is dragged at most. */
const FARTHEST = 300;

/** Opens a studio on a folder of models, does something with it, and ends it. The browser must not complain. */
export async function onTour(folder, pictures, run) {
  const server = await Server.start(folder);
  const browser = await launch();
  try {
    const page = await browser.newPage({ viewport: VIEWPORT, colorScheme: 'light' });
    const tour = new Tour(page, server, folder, pictures);
    await run(tour).catch(async (error) => {
      await page.screenshot({ path: path.join(pictures, 'failed.png') }).catch(() => {});
      throw error;
    });
    assert.deepEqual(tour.troubles, [], 'the browser complains');
  } finally {
    await browser.close();
    await server.end();
  }
}

class Tour extends Studio {
  constructor(page, server, folder, pictures) {
    super(page, server, folder);
    this.pictures = pictures;
  }

  /** A panel, by its name. */
  panel(name) {
    return this.page.getByRole('complementary', { name, exact: true });
  }

  /** Draws what the page shows now into the docs. */
  async shoot(name) {
    // Where frames are slow, the camera seems to rest between two of them.
    await this.page.waitForTimeout(GLIDE);
    await this.still();
    const file = path.join(this.pictures, `studio-${name}.png`);
    await writeFile(file, palettized(await this.page.screenshot()));
    console.log(`wrote ${path.basename(file)}`);
  }

  /** The pointer where it covers and lights up nothing. */
  async restPointer() {
    await this.page.mouse.move(VIEWPORT.width / 2, 2);
  }

  /** Waits until what was said at the bottom of the page has gone. */
  async silence() {
    await until('the message goes', async () => !(await this.page.locator('.message').isVisible()), 10_000);
  }

  /** Does something that throws a seed, with this one: the same picture comes each time. */
  async throwing(seed, action) {
    await this.page.evaluate((share) => {
      window.plainRandom = Math.random;
      Math.random = () => share;
    }, (seed + 0.5) / 1_000_000);
    const result = await action();
    await this.page.evaluate(() => (Math.random = window.plainRandom));
    return result;
  }

  /** Moves the pointer over the view until the label beside it says this, and clicks there; on, until that had the effect. */
  async clickLabelled(wanted, hasEffect = () => true) {
    const label = this.page.locator('.hover-label');
    const said = new Set();
    for (const [right, down] of PLACES) {
      const { x, y } = await this.place(right, down);
      if (!(await this.isBare(x, y))) continue;
      await this.page.mouse.move(x, y);
      await this.nextFrame();
      const text = (await label.count()) > 0 ? await label.innerText() : '';
      said.add(text);
      if (!wanted.test(text)) continue;
      await this.page.mouse.click(x, y);
      if (await hasEffect()) return text;
    }
    throw new Error(`Nothing in the view is as wanted: ${wanted}; there were: ${[...said].join('; ')}`);
  }

  /** Whether the view can be clicked at a place: nothing floats over it. */
  isBare(x, y) {
    return this.page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.tagName === 'CANVAS', [x, y]);
  }

  nextFrame() {
    return this.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  }

  /** Takes hold of the arrow of a connector on the bench, and moves it pixel by pixel until it is where it should be. */
  async dragArrow(number, [right, down], isThere, keys = []) {
    const { mouse, keyboard } = this.page;
    const from = await this.arrow(number);
    for (const key of keys) await keyboard.down(key);
    await mouse.down();
    for (let pixel = 1; pixel <= FARTHEST; pixel++) {
      await mouse.move(from.x + right * pixel, from.y + down * pixel);
      await this.nextFrame();
      if (await isThere()) return;
    }
    throw new Error(`Connector ${number} does not come where it should be.`);
  }

  async letGo(keys = []) {
    const edits = this.wire.asked('piece').length;
    await this.page.mouse.up();
    for (const key of keys) await this.page.keyboard.up(key);
    await until('the drag is an edit', () => this.wire.asked('piece').length > edits && this.wire.isIdle());
  }

  /** Points at the arrow of a connector: where the pointer becomes a hand near its number. */
  async arrow(number) {
    await this.still();
    const label = await this.page.locator(`[data-mark="connector ${number}"]`).boundingBox();
    const middle = { x: label.x + label.width / 2, y: label.y + label.height / 2 };
    const canvas = this.page.getByLabel('3D view of the piece');
    for (let ring = 0; ring <= AROUND; ring += 6) {
      for (let turn = 0; turn < 12; turn++) {
        const angle = (turn * Math.PI) / 6 - Math.PI / 2;
        const at = { x: middle.x + ring * Math.cos(angle), y: middle.y + ring * Math.sin(angle) };
        await this.page.mouse.move(at.x, at.y);
        if ((await canvas.evaluate((element) => element.style.cursor)) === 'grab') return at;
      }
    }
    throw new Error(`The arrow of connector ${number} cannot be grabbed.`);
  }
}

