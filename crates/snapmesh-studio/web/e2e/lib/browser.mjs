// Chromium without a window, drawing with the processor.

import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const ARGUMENTS = [
  '--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist',
  '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run', '--disable-quic',
];

/** Without these, panels are drawn by a graphics card, too, which the processor plays: that takes longer than no card at all. */
const NO_CARD = ['--disable-gpu-rasterization', '--disable-gpu-compositing'];

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function findChromium() {
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(path.delimiter)];
  const files = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  const found = process.env.SNAPMESH_CHROMIUM ?? files.find(isProgram);
  if (!found) throw new Error('There is no Chromium: install one, or set SNAPMESH_CHROMIUM.');
  return found;
}

/** `blind`: for pages without 3D. */
export function launch(blind = false) {
  return chromium.launch({ executablePath: findChromium(), args: blind ? [...ARGUMENTS, ...NO_CARD] : ARGUMENTS });
}
