// Reads our files as the world does: `node check.mjs MANIFEST.json`.
//
// The manifest lists files; those with `expect` are maps, and must say what their map.json implies. Those with
// `navigation` must show where the map can be walked; in those with `wanted`, by piece, things stand that must be found.

import { readFileSync } from 'node:fs';
import validator from 'gltf-validator';
import { Logger, NodeIO, getBounds } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import { inspect } from '@gltf-transform/functions';
import * as THREE from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { bareTextures, checkThings } from './things.mjs';

let passed = 0;
const failures = [];

function check(file, what, holds, seen) {
  if (holds) passed += 1;
  else failures.push(`${file}: ${what}${seen === undefined ? '' : `, found ${JSON.stringify(seen)}`}`);
}

// Counts are there where they are known.
function count(file, who, what, want, seen) {
  if (want !== undefined) check(file, `${who} sees ${want} ${what}`, seen === want, seen);
}

const near = (a, b) => a.every((x, i) => Math.abs(x - b[i]) < 1e-3);

async function validate(file, bytes) {
  const { issues } = await validator.validateBytes(bytes, { maxIssues: 20 });
  const told = issues.messages.filter((m) => m.severity < 2).map((m) => `${m.code} at ${m.pointer}: ${m.message}`);
  check(file, 'the validator has neither errors nor warnings', issues.numErrors + issues.numWarnings === 0, told);
}

async function readWithThree(file, bytes, expect) {
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const { scene } = await new GLTFLoader().register(bareTextures).parseAsync(buffer, '');
  scene.updateMatrixWorld(true);
  const [pieces, doors] = [[], []];
  const geometries = new Set();
  scene.traverse((object) => {
    if (object.userData.index !== undefined) pieces.push(object);
    if (object.userData.role === 'door') doors.push(object);
    if (object.isMesh) geometries.add(object.geometry.uuid);
  });
  count(file, 'three.js', 'pieces', expect.pieces.length, pieces.length);
  count(file, 'three.js', 'doors', expect.doors.length, doors.length);
  count(file, 'three.js', 'shared geometries', expect.primitives, geometries.size);
  const box = new THREE.Box3().setFromObject(scene, true);
  const bounds = [...box.min.toArray(), ...box.max.toArray()];
  check(file, 'three.js sees the bounds of the map', near(bounds, expect.bounds), { bounds, want: expect.bounds });
  for (const object of [...pieces, ...doors]) {
    const want = expect.doors[object.userData.door] ?? expect.pieces[object.userData.index];
    const same = object.userData.piece === want.piece && near(object.position.toArray(), want.position)
      && Math.abs(Math.abs(object.quaternion.dot(new THREE.Quaternion(...want.rotation))) - 1) < 1e-5;
    if (!same) return check(file, `three.js puts ${object.name} where the map does`, false, object.position.toArray());
  }
  check(file, 'three.js puts every piece and door where the map does', true);
}

// It need not say which extensions it does not know.
const quietIO = () => new NodeIO().setLogger(new Logger(Logger.Verbosity.ERROR));

async function readWithTransform(file, bytes, expect) {
  const io = quietIO().registerExtensions(ALL_EXTENSIONS);
  const document = await io.readBinary(bytes);
  const root = document.getRoot();
  count(file, 'gltf-transform', 'nodes', expect.nodes, root.listNodes().length);
  count(file, 'gltf-transform', 'meshes', expect.meshes, inspect(document).meshes.properties.length);
  const { min, max } = getBounds(root.getDefaultScene());
  check(file, 'gltf-transform sees the bounds of the map', near([...min, ...max], expect.bounds), [...min, ...max]);
  check(file, 'nothing is required', !root.listExtensionsRequired().length);
}

// Every shape of the navigation layer hangs on the root, with as many triangles as it should have.
async function readNavigation(file, bytes, want) {
  const root = (await quietIO().readBinary(bytes)).getRoot();
  const shapes = root.getDefaultScene().listChildren()[0].listChildren();
  for (const [name, triangles] of Object.entries(want)) {
    const parts = shapes.find((node) => node.getName() === name)?.getMesh().listPrimitives() ?? [];
    const seen = parts.reduce((sum, part) => sum + part.getIndices().getCount() / 3, 0);
    check(file, `gltf-transform sees ${triangles} triangles in ${name}`, seen === triangles, seen);
  }
}

function checkNames(file, bytes) {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(12, true);
  const root = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + length)));
  if (!root.asset.generator.startsWith('snapmesh 0')) return;
  for (const list of [root.nodes, root.meshes ?? []]) {
    const names = list.map((item) => item.name);
    check(file, 'names are unique and without dots', new Set(names).size === names.length && !names.some((n) => n.includes('.')));
  }
}

const manifest = JSON.parse(readFileSync(process.argv[2]));
for (const { file, expect, navigation, pieces, wanted } of manifest) {
  const bytes = new Uint8Array(readFileSync(file));
  await validate(file, bytes);
  if (expect) {
    await readWithThree(file, bytes, expect);
    await readWithTransform(file, bytes, expect);
  }
  if (navigation) await readNavigation(file, bytes, navigation);
  if (wanted) await checkThings(bytes, pieces, wanted, (...told) => check(file, ...told));
  checkNames(file, bytes);
}
failures.forEach((failure) => console.error(failure));
console.log(`${passed} passed, ${failures.length} failed`);
process.exit(failures.length ? 1 : 0);
