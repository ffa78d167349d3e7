// Pictures as numbers: reading the PNGs that the browser takes, and what can be told from them.

import { inflateSync } from 'node:zlib';

const CHANNELS = { 2: 3, 6: 4 };

/** A PNG of 8 bits a channel, without interlacing, as browsers write them. */
export function readPng(png) {
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const channels = CHANNELS[png[25]];
  if (png[24] !== 8 || !channels || png[28] !== 0) throw new Error('This kind of PNG is not read here.');
  return { width, height, channels, data: unfilter(inflateSync(chunksOf(png, 'IDAT')), width * channels, height, channels) };
}

function chunksOf(png, wanted) {
  const found = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === wanted) found.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return Buffer.concat(found);
}

/** Every row says by its first byte what was taken away from its bytes: here it is added again. */
function unfilter(raw, stride, height, channels) {
  const data = Buffer.alloc(stride * height);
  for (let row = 0; row < height; row++) {
    const filter = raw[row * (stride + 1)];
    for (let column = 0; column < stride; column++) {
      const at = row * stride + column;
      const left = column < channels ? 0 : data[at - channels];
      const up = row === 0 ? 0 : data[at - stride];
      const corner = row === 0 || column < channels ? 0 : data[at - stride - channels];
      data[at] = raw[row * (stride + 1) + 1 + column] + guess(filter, left, up, corner);
    }
  }
  return data;
}

function guess(filter, left, up, corner) {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  return filter === 4 ? paeth(left, up, corner) : 0;
}

function paeth(left, up, corner) {
  const base = left + up - corner;
  const [byLeft, byUp, byCorner] = [left, up, corner].map((value) => Math.abs(base - value));
  if (byLeft <= byUp && byLeft <= byCorner) return left;
  return byUp <= byCorner ? up : corner;
}

function* pixels({ data, channels }) {
  for (let at = 0; at < data.length; at += channels) yield [data[at], data[at + 1], data[at + 2]];
}

/** How many colors there are, shades that are hardly told apart taken together. */
export function colorCount(picture) {
  const seen = new Set();
  for (const [red, green, blue] of pixels(picture)) seen.add(((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4));
  return seen.size;
}

/** Degrees around the wheel of colors; null for what is about gray. */
function hueOf([red, green, blue]) {
  const most = Math.max(red, green, blue);
  const range = most - Math.min(red, green, blue);
  if (range < 80) return null;
  if (most === red) return (((green - blue) / range) * 60 + 360) % 360;
  return most === green ? ((blue - red) / range) * 60 + 120 : ((red - green) / range) * 60 + 240;
}

/** How many pixels have about this hue: light and shadow change the rest of a color. */
export function countHue(picture, color) {
  const wanted = hueOf(color);
  let count = 0;
  for (const pixel of pixels(picture)) {
    const hue = hueOf(pixel);
    if (hue !== null && Math.abs(hue - wanted) < 8) count++;
  }
  return count;
}

/** Which pixels are not the same in two pictures of one size. */
export function changedPixels(a, b) {
  if (a.data.length !== b.data.length) throw new Error('These pictures are not of one size.');
  const changed = [];
  for (let pixel = 0; pixel < a.width * a.height; pixel++) {
    const at = pixel * a.channels;
    const isOther = [0, 1, 2].some((channel) => Math.abs(a.data[at + channel] - b.data[at + channel]) > 8);
    if (isOther) changed.push([pixel % a.width, Math.floor(pixel / a.width)]);
  }
  return changed;
}

/** The share of the pixels that are not the same. */
export function difference(a, b) {
  return changedPixels(a, b).length / (a.width * a.height);
}

/** `rgb(0, 158, 115)` as numbers. */
export function readColor(css) {
  return css.match(/[\d.]+/g).slice(0, 3).map(Number);
}
