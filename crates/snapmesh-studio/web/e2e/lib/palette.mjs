// Pictures of a page with few colors: a PNG of 256 takes a third of the bytes, and nobody sees the difference in the docs.

import { deflateSync } from 'node:zlib';
import { readPng } from './pixels.mjs';

const MOST = 256;

/** The same picture with at most 256 colors, as a PNG with a palette. */
export function palettized(png) {
  const { width, height, channels, data } = readPng(png);
  const counts = new Map();
  const keys = new Uint32Array(width * height);
  for (let pixel = 0; pixel < keys.length; pixel++) {
    const at = pixel * channels;
    keys[pixel] = (data[at] << 16) | (data[at + 1] << 8) | data[at + 2];
    counts.set(keys[pixel], (counts.get(keys[pixel]) ?? 0) + 1);
  }
  const palette = paletteOf(counts);
  const places = new Map([...counts.keys()].map((key) => [key, nearest(palette, channelsOf(key))]));
  const rows = Buffer.alloc((width + 1) * height);
  for (let pixel = 0; pixel < keys.length; pixel++) {
    rows[pixel + Math.floor(pixel / width) + 1] = places.get(keys[pixel]);
  }
  return writePng(width, height, palette, rows);
}

const channelsOf = (key) => [key >> 16, (key >> 8) & 255, key & 255];

/** Colors are cut into groups where they differ most, until there are as many as fit; each group becomes its mean. */
function paletteOf(counts) {
  let groups = [groupOf([...counts].map(([key, count]) => ({ color: channelsOf(key), count })))];
  while (groups.length < MOST) {
    const worst = groups.reduce((a, b) => (b.error > a.error ? b : a));
    if (worst.error === 0) break;
    groups = [...groups.filter((group) => group !== worst), ...cut(worst)];
  }
  return groups.map(({ mean }) => mean.map(Math.round));
}

/** `error`: by how much its colors are off their mean along `axis`, where they are off most. */
function groupOf(colors) {
  const total = colors.reduce((sum, { count }) => sum + count, 0);
  const mean = [0, 1, 2].map((axis) => colors.reduce((sum, { color, count }) => sum + color[axis] * count, 0) / total);
  const errors = mean.map((middle, axis) => colors.reduce((sum, { color, count }) => sum + (color[axis] - middle) ** 2 * count, 0));
  const axis = errors.indexOf(Math.max(...errors));
  return { colors, mean, axis, error: colors.length > 1 ? errors[axis] : 0 };
}

function cut({ colors, mean, axis }) {
  const [low, high] = [[], []];
  for (const each of colors) (each.color[axis] < mean[axis] ? low : high).push(each);
  return [groupOf(low), groupOf(high)];
}

function nearest(palette, color) {
  let [best, least] = [0, Infinity];
  for (const [place, other] of palette.entries()) {
    const off = (color[0] - other[0]) ** 2 + (color[1] - other[1]) ** 2 + (color[2] - other[2]) ** 2;
    if (off < least) [best, least] = [place, off];
  }
  return best;
}

/** `rows`: a byte for no filter before each row of places in the palette. */
function writePng(width, height, palette, rows) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  const parts = [['IHDR', head], ['PLTE', Buffer.from(palette.flat())], ['IDAT', deflateSync(rows, { level: 9 })], ['IEND', Buffer.alloc(0)]];
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, ...parts.map(([name, content]) => chunk(name, content))]);
}

function chunk(name, content) {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(checksum(named));
  return Buffer.concat([length, named, sum]);
}

/** The CRC that PNG asks for. */
function checksum(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}
