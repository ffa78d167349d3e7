// A page of the studio, as a person uses it.

import { setTimeout as sleep } from 'node:timers/promises';
import { until } from './wait.mjs';
import { Wire } from './wire.mjs';
import { readColor, readPng } from './pixels.mjs';

/** The middle of the view, where nothing floats over it. */
const MIDDLE = { left: 0.1, top: 0.2, width: 0.8, height: 0.56 };

/** All of it, with what floats over it. */
export const WHOLE = { left: 0, top: 0, width: 1, height: 1 };

/** Places to click at, from the middle outwards. */
const PLACES = [0, 0.1, 0.2, 0.3].flatMap((far) =>
  Array.from({ length: far === 0 ? 1 : 8 }, (_, turn) => [
    0.5 + far * Math.cos((turn * Math.PI) / 4), 0.5 + far * Math.sin((turn * Math.PI) / 4),
  ]),
);

/** The view is at rest if nothing was drawn for so many pauses of so many milliseconds. */
const RESTFUL = 2;
const RESTFUL_PAUSE = 80;

/** Frames are too rare to look at every one of them. */
const POLLING = { polling: 50 };

export class Studio {
  constructor(page, server, folder) {
    this.page = page;
    this.server = server;
    this.folder = folder;
    this.wire = new Wire(page);
    this.troubles = [];
    this.watch();
  }

  /** Counts what is drawn: in pages that are opened from now on, as `window.draws`. */
  countDraws() {
    return this.page.addInitScript(() => {
      const context = WebGL2RenderingContext.prototype;
      window.draws = 0;
      for (const name of ['drawArrays', 'drawElements', 'drawArraysInstanced', 'drawElementsInstanced']) {
        const draw = context[name];
        context[name] = function (...words) {
          window.draws += 1;
          return draw.apply(this, words);
        };
      }
    });
  }

  /** Whatever the browser complains about is a trouble. */
  watch() {
    const { page, troubles } = this;
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && troubles.push(message.text()));
    page.on('pageerror', (error) => troubles.push(String(error)));
    page.on('requestfailed', (request) => troubles.push(`${request.url()} failed: ${request.failure()?.errorText}`));
    page.on('dialog', (dialog) => {
      troubles.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
  }

  /** Opens the page with an address such as `{ preset: 'star' }` or a list of pairs, and waits for the map or what is in its way. */
  async open(address = '', isWelcomed = true) {
    const hash = new URLSearchParams(address).toString();
    await this.countDraws();
    await this.page.goto(hash ? `${this.server.url}#${hash}` : this.server.url);
    await this.settled();
    const welcome = this.page.getByRole('button', { name: 'Got it' });
    if (isWelcomed && (await welcome.isVisible())) await welcome.click();
  }

  async settled() {
    await this.wire.grown(0, 90_000);
    await this.page.waitForFunction(() => {
      const { state } = document.documentElement.dataset;
      return state === 'failed' || state === 'ready';
    }, null, POLLING);
    // A map that is too large to be walked is refused that, and is a map all the same.
    if (this.wire.last('walked')?.id === this.wire.asked('grow').at(-1).id) {
      await this.page.waitForFunction(() => document.documentElement.dataset.walked === 'true', null, POLLING);
    }
  }

  button(name) {
    return this.page.getByRole('button', { name, exact: true });
  }

  get seed() {
    return this.page.getByRole('banner').getByLabel('Seed', { exact: true });
  }

  async tab(name) {
    await this.page.getByRole('tab', { name, exact: true }).click();
  }

  /** The control of a setting, by its label. */
  field(label) {
    return this.page.getByRole('complementary', { name: 'Set-up' }).getByLabel(label, { exact: true });
  }

  /** The part of the panel that a key of kit.toml has: its label tells the key. */
  setting(path) {
    return this.page.locator(`label[title=${JSON.stringify(path)}]`).locator('..');
  }

  /** Types into a field, as a person: the change counts when it is left. */
  async fill(label, text) {
    await this.field(label).fill(text);
    await this.field(label).press('Tab');
  }

  /** One of the choices that are all in sight. */
  choice(group, name) {
    return this.page.getByRole('radiogroup', { name: group, exact: true }).getByRole('radio', { name, exact: true });
  }

  /** Does something that grows a map, and gives the map when it is there and was walked. */
  async growBy(action, patience) {
    const before = this.wire.asked('grow').length;
    await action();
    await this.wire.grown(before, patience);
    await this.page.waitForFunction(() => document.documentElement.dataset.state !== 'growing', null, POLLING);
    const map = this.wire.last('map');
    const hasFailed = this.wire.last('failed')?.id === this.wire.asked('grow').at(-1).id;
    if (!hasFailed) await this.shows(map.digest);
    return map;
  }

  digest() {
    return this.page.evaluate(() => document.documentElement.dataset.digest);
  }

  /** Waits for the map of this digest. */
  async shows(digest) {
    await until(`the page shows the map ${digest}`, async () => (await this.digest()) === digest);
  }

  /** The value of a tile, by the beginning of its name. */
  async tile(name) {
    const label = await this.page.getByRole('group', { name: new RegExp(`^${name}`) }).first().getAttribute('aria-label');
    return label.slice(label.lastIndexOf(': ') + 2);
  }

  /** The color that a line of the legend stands for. */
  async legendColor(label) {
    const swatch = this.page.getByRole('list', { name: 'What the colors mean' }).getByText(label).locator('span');
    return readColor(await swatch.evaluate((element) => getComputedStyle(element).backgroundColor));
  }

  get canvas() {
    return this.page.getByLabel('3D view of the map');
  }

  /** A place of the view, as shares of its width and height, in pixels of the page. */
  async place(right, down) {
    const { x, y, width, height } = await this.canvas.boundingBox();
    return { x: x + width * right, y: y + height * down };
  }

  async clickView(right, down) {
    const { x, y } = await this.place(right, down);
    await this.page.mouse.click(x, y);
  }

  /** Clicks here and there in the view until it had an effect, and gives that. */
  async clickUntil(what, hasEffect, places = PLACES) {
    for (const [right, down] of places) {
      await this.clickView(right, down);
      const effect = await hasEffect();
      if (effect) return effect;
    }
    throw new Error(`No click in the view had this effect: ${what}`);
  }

  /** Places of the view to click at, for pixels of a picture of its middle: some of them, spread evenly. */
  placesOf(pixels, { width, height }, most = 40) {
    const every = Math.ceil(pixels.length / most);
    return pixels
      .filter((_, index) => index % every === 0)
      .map(([x, y]) => [MIDDLE.left + (x / width) * MIDDLE.width, MIDDLE.top + (y / height) * MIDDLE.height]);
  }

  /** The pixels of a part of the view. */
  async pixels(part = MIDDLE) {
    const { x, y } = await this.place(part.left, part.top);
    const { width, height } = await this.canvas.boundingBox();
    const clip = { x, y, width: width * part.width, height: height * part.height };
    return readPng(await this.page.screenshot({ clip }));
  }

  /** Waits until nothing is drawn or asked for any more: cameras glide, and looks take a while to load. */
  async still() {
    let drawn = -1;
    let rest = 0;
    await until('the view is at rest', async () => {
      const now = await this.page.evaluate(() => window.draws);
      rest = now === drawn && this.wire.isIdle() ? rest + 1 : 0;
      drawn = now;
      return rest === RESTFUL || sleep(RESTFUL_PAUSE, false);
    }, 90_000);
  }

  /** The pixels of a part of the view at rest. */
  async stillPixels(part = MIDDLE) {
    await this.still();
    return this.pixels(part);
  }
}
