// A test with a studio of its own: a copy of a kit, a server, a new context of the browser. It fails on any trouble that the
// browser tells of.

import assert from 'node:assert/strict';
import path from 'node:path';
import { after, test } from 'node:test';
import { launch } from './browser.mjs';
import { Server } from './command.mjs';
import { copyKit, hasKit, removeKit } from './kits.mjs';
import { Studio } from './studio.mjs';

const VIEWPORT = { width: 1280, height: 720 };

/** For tests that do not look at the view. */
export const BLIND = { blind: true };

/** For tests that look at the view and not at the page: fewer pixels, for the processor draws each of them. */
export const SIGHTED = { context: { viewport: { width: 1280, height: 560 } } };

const browsers = new Map();
after(() => Promise.all([...browsers.values()].map(async (browser) => (await browser).close())));

/** The browser of a file's tests, one for those that look at the view and one for those that do not. */
function browserFor(blind) {
  if (!browsers.has(blind)) browsers.set(blind, launch(blind));
  return browsers.get(blind);
}

/**
 * `kit`: which one is copied. `prepare(folder)`: changes the copy before it is served. `words`: more of the server's command line.
 * `address`: what the page is opened with; null: the test opens it. `context`: options of the browser's context.
 * `blind`: without 3D, for tests that look at other things: drawing with the processor takes most of the time.
 * `expected`: troubles that the test makes on purpose.
 */
export function scenario(name, { kit = 'starter', ...options }, run) {
  const skip = hasKit(kit) ? false : `the kit ${kit} is not there`;
  test(name, { skip, timeout: 300_000 }, async () => {
    const folder = await copyKit(kit);
    try {
      await inFolder(name, folder, options, run);
    } finally {
      await removeKit(folder);
    }
  });
}

async function inFolder(name, folder, { prepare, blind = false, ...options }, run) {
  await prepare?.(folder);
  const server = await Server.start(folder, { words: options.words });
  const context = await (await browserFor(blind)).newContext({ viewport: VIEWPORT, ...options.context });
  try {
    context.setDefaultTimeout(60_000);
    if (blind) await context.addInitScript(withoutWebGl);
    const studio = new Studio(await context.newPage(), server, folder);
    if (options.address !== null) await studio.open(options.address);
    await run(studio);
    await shoot(studio, name);
    assert.deepEqual(studio.troubles.filter((trouble) => !options.expected?.test(trouble)), [], 'the browser complains');
  } finally {
    await context.close();
    await server.end();
  }
}

/** Makes the browser one that cannot draw in 3D. The page is to work all the same. */
function withoutWebGl() {
  const getContext = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (kind, ...words) {
    return kind === 'webgl2' ? null : getContext.call(this, kind, ...words);
  };
}

/** A picture of how a test ended, for whoever wants to look. */
async function shoot({ page }, name) {
  const folder = process.env.SNAPMESH_SHOTS;
  if (folder && !page.isClosed()) await page.screenshot({ path: path.join(folder, `${name.replace(/[^\w]+/g, '-')}.png`) });
}

/** Another page of the same server, in the same context. */
export async function anotherPage(studio, address) {
  const other = new Studio(await studio.page.context().newPage(), studio.server, studio.folder);
  await other.open(address);
  return other;
}
