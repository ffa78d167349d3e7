// What stands in the sample's pieces, as three.js sees it in every copy: lights, markers, moving nodes, animations, materials.

import * as THREE from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';

const near = (a, b, far = 2e-3) => a.length === b.length && a.every((x, i) => Math.abs(x - b[i]) < far);

// Node.js draws nothing: of a texture, its sampler and the width in the header of its PNG are enough.
export function bareTextures(parser) {
  return {
    name: 'bare textures',
    async loadTexture(index) {
      const { source, sampler } = parser.json.textures[index];
      const bytes = new DataView(await parser.getDependency('bufferView', parser.json.images[source].bufferView));
      const texture = new THREE.Texture({ width: bytes.getUint32(16), height: bytes.getUint32(20) });
      texture.wrapS = { 10497: THREE.RepeatWrapping }[parser.json.samplers?.[sampler]?.wrapS ?? 10497] ?? THREE.ClampToEdgeWrapping;
      return texture;
    },
  };
}

// Opens a map and checks it against what must be in its pieces; `check(what, holds, seen)` counts.
export async function checkThings(bytes, pieces, wanted, check) {
  const loader = new GLTFLoader().register(bareTextures);
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const { scene, animations } = await loader.parseAsync(buffer, '');
  scene.updateMatrixWorld(true);
  pieces.forEach((placed, index) => {
    const things = wanted[placed.piece];
    if (things) checkCopy(scene, animations, placed, index, things, check);
  });
  Object.values(wanted).forEach((things) => checkMaterials(scene, things, check));
}

function checkCopy(scene, animations, placed, index, things, check) {
  const pose = matrix(placed);
  // A name that an engine would act on has something behind it.
  const find = (name) => {
    const found = [];
    scene.traverse((object) => { if (object.name.startsWith(`p${index}_${name}`)) found.push(object); });
    return found.find((object) => object.name === `p${index}_${name}`) ?? found[0];
  };
  let piece;
  scene.traverse((object) => { if (object.userData.index === index) piece = object; });
  // Of what hangs on a piece, its own mesh alone has no name that begins with its number.
  const draws = piece.children.filter((part) => part.isMesh && !part.name.startsWith(`p${index}_`)).length;
  check(`p${index} takes ${things.draws} draw calls`, draws === things.draws, draws);
  for (const thing of [...things.lights, ...things.markers, ...things.moving]) {
    const object = find(thing.name);
    check(`p${index} has ${thing.name}`, object !== undefined);
    if (!object) continue;
    const want = pose.clone().multiply(matrix(thing));
    check(`${object.name} stands in its piece`, sameTurnAndPlace(object.matrixWorld, want), object.matrixWorld.elements);
    const extras = Object.entries(thing.extras ?? {});
    check(`${object.name} has its extras`, extras.every(([key, value]) => object.userData[key] === value), object.userData);
  }
  things.absent.forEach(({ name }) => check(`p${index} has no ${name}`, find(name) === undefined));
  things.lights.forEach((thing) => checkLight(find(thing.name), thing, check));
  things.moving.forEach((thing) => checkMoving(scene, animations, find(thing.name), pose, thing, `p${index}_${things.animation}`, check));
}

function matrix({ position, rotation, scale = [1, 1, 1] }) {
  return new THREE.Matrix4().compose(
    new THREE.Vector3(...position), new THREE.Quaternion(...rotation), new THREE.Vector3(...scale));
}

function sameTurnAndPlace(a, b) {
  return near(a.elements, b.elements);
}

function checkLight(object, { name, light }, check) {
  let found;
  object?.traverse((part) => { if (part.isLight) found = part; });
  const kind = { point: 'PointLight', spot: 'SpotLight' }[light.type];
  check(`${name} is a ${kind}`, found?.type === kind, found?.type);
  if (!found) return;
  check(`${name} has its color`, near(found.color.toArray(), light.color), found.color.toArray());
  check(`${name} is so strong`, near([found.intensity], [light.intensity]), found.intensity);
  check(`${name} reaches so far`, near([found.distance], [light.range]), found.distance);
  if (light.spot) check(`${name} has its cone`, near([found.angle], [light.spot.outerConeAngle]), found.angle);
}

// The animation of a copy turns its own leaf, and no other.
function checkMoving(scene, animations, object, pose, thing, animation, check) {
  let drawn = false;
  object?.traverse((part) => { drawn ||= part.isMesh; });
  check(`${thing.name} is drawn`, drawn);
  if (!object || !thing.opened) return;
  const clips = animations.filter((clip) => clip.name === animation);
  check(`there is one animation ${animation}`, clips.length === 1, animations.map((clip) => clip.name));
  if (clips.length !== 1) return;
  const others = () => {
    const places = [];
    scene.traverse((other) => {
      let above = other;
      while (above && above !== object) above = above.parent;
      if (!above) places.push(...other.matrixWorld.elements);
    });
    return places;
  };
  const before = others();
  const mixer = new THREE.AnimationMixer(scene);
  const action = mixer.clipAction(clips[0]).setLoop(THREE.LoopOnce);
  action.clampWhenFinished = true;
  action.play();
  mixer.update(2);
  scene.updateMatrixWorld(true);
  const opened = pose.clone().multiply(matrix({ ...thing, rotation: thing.opened }));
  check(`${animation} turns the leaf`, sameTurnAndPlace(object.matrixWorld, opened), object.matrixWorld.elements);
  check(`${animation} turns nothing else`, near(others(), before));
  mixer.stopAllAction();
  scene.updateMatrixWorld(true);
}

function checkMaterials(scene, things, check) {
  const found = new Map();
  scene.traverse((object) => { if (object.isMesh) found.set(object.material.name, object.material); });
  for (const want of things.materials) {
    const material = found.get(want.name);
    check(`the material ${want.name} is there`, material !== undefined, [...found.keys()]);
    if (material) checkMaterial(material, want, things.pictures, check);
  }
}

function checkMaterial(material, want, pictures, check) {
  const { name, extensions = {}, pbrMetallicRoughness: base } = want;
  check(`${name} has its color`, near(material.color.toArray(), base.baseColorFactor.slice(0, 3)), material.color.toArray());
  check(`${name} has a texture or none`, Boolean(material.map) === Boolean(base.baseColorTexture));
  if (material.map) {
    check(`${name} has its own texture`, material.map.image.width === pictures[base.baseColorTexture.index]);
    check(`${name} repeats it`, material.map.wrapS === THREE.RepeatWrapping);
    const { scale, offset } = base.baseColorTexture.extensions?.KHR_texture_transform ?? { scale: [1, 1], offset: [0, 0] };
    check(`${name} is laid as said`, near([...material.map.repeat, ...material.map.offset], [...scale, ...offset]));
  }
  check(`${name} is lit or not`, material.isMeshBasicMaterial === true === ('KHR_materials_unlit' in extensions));
  if (want.alphaMode === 'MASK') check(`${name} is cut out`, near([material.alphaTest], [want.alphaCutoff]), material.alphaTest);
  if (want.emissiveFactor) {
    const strength = extensions.KHR_materials_emissive_strength.emissiveStrength;
    check(`${name} glows so strongly`, near([material.emissiveIntensity], [strength]), material.emissiveIntensity);
    check(`${name} glows in its color`, near(material.emissive.toArray(), want.emissiveFactor));
  }
  const coat = extensions.KHR_materials_clearcoat;
  if (coat) {
    check(`${name} has its coat`, near([material.clearcoat, material.clearcoatRoughness], [coat.clearcoatFactor, coat.clearcoatRoughnessFactor]));
    check(`${name} has the coat's texture`, material.clearcoatMap?.image.width === pictures[coat.clearcoatTexture.index]);
  }
}
