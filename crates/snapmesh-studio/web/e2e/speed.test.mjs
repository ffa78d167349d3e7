// Issue 13: times, and the weight of the page. Figures are always printed; they are demands with SNAPMESH_STRICT=1, which is for
// a release build on a machine that does nothing else.

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { BLIND, scenario } from './lib/scenario.mjs';

const IS_STRICT = process.env.SNAPMESH_STRICT === '1';
const ROUNDS = 12;

/** Notes, in the page, when Enter is pressed, and when map and metrics have arrived after it. */
function noteTimes() {
  window.times = [];
  addEventListener('keydown', ({ key }) => key === 'Enter' && window.times.push({ enter: performance.now() }), true);
  const kindOf = (data) => {
    const bytes = typeof data === 'string' ? null : data;
    const text = bytes ? new TextDecoder().decode(new Uint8Array(bytes, 4, new DataView(bytes).getUint32(0, true))) : data;
    return /"answer":"(\w+)"/.exec(text)?.[1];
  };
  const Plain = WebSocket;
  window.WebSocket = class extends Plain {
    set onmessage(hear) {
      super.onmessage = (event) => {
        const kind = kindOf(event.data);
        const round = window.times.at(-1);
        if (round && (kind === 'map' || kind === 'walked')) round[kind] = performance.now();
        hear(event);
      };
    }
  };
}

function summary(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const median = sorted[sorted.length >> 1];
  return { median, text: `${sorted[0].toFixed(1)} ms at best, ${median.toFixed(1)} ms as a median` };
}

scenario('times: from Enter to the map of 50 pieces, and to its metrics', { ...BLIND, address: null }, async (studio) => {
  await studio.page.addInitScript(noteTimes);
  await studio.open({ set: 'selection.max_pieces=50' });
  for (let round = 0; round < ROUNDS; round++) await studio.growBy(() => studio.page.keyboard.press('Enter'));
  const times = (await studio.page.evaluate(() => window.times)).slice(2);
  const toMap = summary(times.map(({ enter, map }) => map - enter));
  const toMetrics = summary(times.map(({ map, walked }) => walked - map));
  console.log(`from Enter to a map of 50 pieces: ${toMap.text}; to its metrics from there: ${toMetrics.text}`);
  if (IS_STRICT) assert.ok(toMap.median < 50 && toMetrics.median < 150);
});

scenario('times: scrubbing a timeline of 2,000 events', { ...BLIND, address: { set: 'selection.max_pieces=300' } }, async (studio) => {
  const { events } = studio.wire.last('timeline');
  assert.ok(events >= 2000, `${events} events`);
  const step = await studio.page.getByLabel('Position on the timeline').evaluate(async (slider) => {
    const start = performance.now();
    for (let place = 0; place < 60; place++) {
      slider.value = String(Math.round((Number(slider.max) * ((place * 7) % 60)) / 60));
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise(requestAnimationFrame);
    }
    return (performance.now() - start) / 60;
  });
  console.log(`a timeline of ${events} events: ${step.toFixed(1)} ms a step, without drawing`);
  // A frame takes 16.7 ms; one in five may be late.
  if (IS_STRICT) assert.ok(step < 20);
});

test('the page: at most 300 KB gzipped besides three.js', async () => {
  const folder = path.resolve(import.meta.dirname, '../dist/assets');
  const files = (await readdir(folder)).filter((name) => /\.(js|css)$/.test(name) && !name.startsWith('three'));
  const sizes = await Promise.all(files.map(async (name) => gzipSync(await readFile(path.join(folder, name))).length));
  const all = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`the page besides three.js: ${(all / 1024).toFixed(1)} KB gzipped`);
  assert.ok(files.length > 1 && all <= 300 * 1024);
});
