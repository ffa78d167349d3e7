// Pictures as files.

import { DataUtils } from 'three';

export function pngOf(picture: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    picture.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be made.'))), 'image/png');
  });
}

/** Draws light as the graphics card has it: half floats, the lowest row first, colors times how much of a pixel they cover. */
export function pictureOf(light: Uint16Array, size: number, exposure: number): HTMLCanvasElement {
  const picture = document.createElement('canvas');
  picture.width = picture.height = size;
  const image = new ImageData(size, size);
  for (let from = 0; from < light.length; from += 4) {
    const row = size - 1 - Math.floor(from / (size * 4));
    const to = row * size * 4 + (from % (size * 4));
    const cover = DataUtils.fromHalfFloat(light[from + 3]);
    if (cover <= 0) continue;
    for (let channel = 0; channel < 3; channel++) {
      image.data[to + channel] = 255 * encoded((DataUtils.fromHalfFloat(light[from + channel]) / cover) * exposure);
    }
    image.data[to + 3] = 255 * cover;
  }
  picture.getContext('2d')?.putImageData(image, 0, 0);
  return picture;
}

/** Light as sRGB. */
function encoded(light: number): number {
  return light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
}
