// Small pictures of pieces: from the front left and above, without a background.

import {
  Box3, DirectionalLight, HalfFloatType, HemisphereLight, Mesh, PerspectiveCamera, Scene, Vector3, WebGLRenderTarget,
} from 'three';
import { fit } from './cameras/fit';
import type { Cut } from './cut';
import type { Part } from './kit';
import { pictureOf, pngOf } from './png';
import type { Stage } from './stage';

const EXPOSURE = 1.15;
const FROM = new Vector3(0.75, 0.85, 1).normalize();

export class Thumbnails {
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(26);

  constructor(private readonly stage: Stage, private readonly cut: Cut) {
    const sun = new DirectionalLight('#fff3e2', 2.4);
    sun.position.set(-0.5, 1, 0.42);
    this.scene.add(sun, new HemisphereLight('#e4efff', '#8d8274', 0.9));
  }

  /** An address for an <img>. */
  async picture(parts: Part[], size: number): Promise<string> {
    const { renderer } = this.stage;
    const target = new WebGLRenderTarget(size, size, { type: HalfFloatType, samples: 4 });
    this.draw(parts, target);
    const light = new Uint16Array(size * size * 4);
    await renderer.readRenderTargetPixelsAsync(target, 0, 0, size, size, light);
    target.dispose();
    return URL.createObjectURL(await pngOf(pictureOf(light, size, EXPOSURE)));
  }

  /** Into a target of its own: the view needs not be drawn anew for it. */
  private draw(parts: Part[], target: WebGLRenderTarget): void {
    const { renderer, scene } = this.stage;
    const meshes = parts.map(({ geometry, material }) => new Mesh(geometry, material));
    for (const mesh of meshes) this.scene.add(mesh);
    this.scene.environment = scene.environment;
    this.scene.environmentIntensity = scene.environmentIntensity;
    this.look(boxAround(meshes));
    renderer.setRenderTarget(target);
    this.cut.without(() => renderer.render(this.scene, this.camera));
    renderer.setRenderTarget(null);
    for (const mesh of meshes) this.scene.remove(mesh);
  }

  private look(box: Box3): void {
    const middle = box.getCenter(new Vector3());
    this.camera.position.copy(middle).add(FROM);
    this.camera.lookAt(middle);
    const { eye } = fit(this.camera, [box], { aspect: 1, covered: 0 });
    this.camera.position.copy(eye);
    const distance = eye.distanceTo(middle);
    this.camera.near = distance / 100;
    this.camera.far = distance * 4;
    this.camera.updateProjectionMatrix();
  }
}

function boxAround(meshes: Mesh[]): Box3 {
  const box = new Box3();
  for (const mesh of meshes) box.expandByObject(mesh);
  return box.isEmpty() ? box.setFromCenterAndSize(new Vector3(), new Vector3(1, 1, 1)) : box;
}
