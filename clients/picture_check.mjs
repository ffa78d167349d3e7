// Draws a GLB with three.js from where our pictures are taken, so that both can be laid side by side:
// `node picture_check.mjs MAP.glb OUT.png [OURS.png] [AZIMUTH,ELEVATION]`.
//
// With a picture of ours, the mean color of what is no background is told for both: the same within what light makes of it.

import { createServer } from 'node:http';
import { accessSync, constants, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const [glb, out, ours, angle = '215,38'] = process.argv.slice(2);
if (!out) throw new Error('node picture_check.mjs MAP.glb OUT.png [OURS.png] [AZIMUTH,ELEVATION]');
const [azimuth, elevation] = angle.split(',').map(Number);
const here = path.dirname(fileURLToPath(import.meta.url));

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
// Without a window, drawing with the processor.
const ARGUMENTS = ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'];

function findChromium() {
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(path.delimiter)];
  const found = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name))).find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
  return process.env.SNAPMESH_CHROMIUM ?? found;
}

// The page: the map in soft light, sun over the left shoulder as in our pictures, on our background.
const PAGE = `<!doctype html><style>body{margin:0}</style>
<script type="importmap">{"imports":{"three":"/three/build/three.module.js","three/addons/":"/three/examples/jsm/"}}</script>
<script type="module">
import * as THREE from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
const renderer = new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
renderer.setSize(1600, 1000);
renderer.toneMapping = THREE.NoToneMapping;
renderer.shadowMap.enabled = true;
document.body.append(renderer.domElement);
const scene = new THREE.Scene();
scene.background = new THREE.Color('#f7f5f0');
const { scene: map } = await new GLTFLoader().loadAsync('/map.glb');
map.traverse((object) => { object.castShadow = object.receiveShadow = true; });
scene.add(map);
const box = new THREE.Box3().setFromObject(map, true);
const middle = box.getCenter(new THREE.Vector3());
const radius = box.getSize(new THREE.Vector3()).length() / 2;
const towards = (azimuth, elevation) => {
  const [a, e] = [azimuth, elevation].map(THREE.MathUtils.degToRad);
  return new THREE.Vector3(Math.sin(a) * Math.cos(e), Math.sin(e), -Math.cos(a) * Math.cos(e));
};
const camera = new THREE.PerspectiveCamera(13.7, 1.6, radius, radius * 20);
camera.position.copy(middle).addScaledVector(towards(${azimuth}, ${elevation}), radius * 6.2);
camera.lookAt(middle);
// Lights so bright that a white floor in the sun is white, as in our pictures.
scene.add(new THREE.HemisphereLight('#d8dce6', '#6b655c', 1.6));
const sun = new THREE.DirectionalLight('#fff6e6', 3.0);
sun.position.copy(middle).addScaledVector(towards(${azimuth} + 58, 47), radius * 3);
sun.target.position.copy(middle);
sun.castShadow = true;
sun.shadow.mapSize.set(4096, 4096);
sun.shadow.normalBias = 0.1;
Object.assign(sun.shadow.camera, { left: -radius, right: radius, top: radius, bottom: -radius, near: radius, far: radius * 5 });
scene.add(sun, sun.target);
renderer.render(scene, camera);
window.done = true;
</script>`;

const TYPES = { '.js': 'text/javascript', '.glb': 'model/gltf-binary' };
const server = createServer((request, response) => {
  const name = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
  const file = name === '/map.glb' ? glb : name.startsWith('/three/') ? path.join(here, 'node_modules', path.normalize(name)) : undefined;
  try {
    response.setHeader('content-type', file ? (TYPES[path.extname(file)] ?? 'application/octet-stream') : 'text/html');
    response.end(file ? readFileSync(file) : PAGE);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
const browser = await chromium.launch({ executablePath: findChromium(), args: ARGUMENTS });
try {
  const page = await browser.newPage({ viewport: { width: 1600, height: 1000 } });
  page.on('pageerror', (error) => console.error(error.message));
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.waitForFunction('window.done', undefined, { timeout: 240_000 });
  const theirs = await page.evaluate("document.querySelector('canvas').toDataURL('image/png')");
  writeFileSync(out, Buffer.from(theirs.split(',')[1], 'base64'));
  if (ours) {
    const data = `data:image/png;base64,${readFileSync(ours).toString('base64')}`;
    for (const [name, url] of [['three.js', theirs], ['snapmesh', data]]) {
      const { mean, pixels } = await page.evaluate(meanColor, url);
      console.log(`${name}: mean color ${mean.join(' ')} of ${pixels} pixels`);
    }
  }
} finally {
  await browser.close();
  server.close();
}

/** The mean color of what is darker, or of another hue, than the background and the shadow on it. */
async function meanColor(url) {
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  const sums = [0, 0, 0];
  let pixels = 0;
  for (let i = 0; i < data.length; i += 4) {
    const [r, g, b] = [data[i], data[i + 1], data[i + 2]];
    // The background and what shades it are greys with a little more red than blue.
    if (r - b >= 0 && r - b < 16 && Math.abs(r - g) < 8 && r > 150) continue;
    pixels += 1;
    [r, g, b].forEach((c, at) => { sums[at] += c; });
  }
  return { mean: sums.map((sum) => Math.round(sum / Math.max(pixels, 1))), pixels };
}
