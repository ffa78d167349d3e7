// Small pictures of pieces: from the front left and above, without a background.

import { Box3, DirectionalLight, HemisphereLight, Mesh, PerspectiveCamera, Scene, Vector3 } from 'three';
import { fit } from './cameras/fit';
import type { Cut } from './cut';
import type { Part } from './kit';
import type { Stage } from './stage';

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
    const picture = await this.stage.inFrame(() => this.draw(parts, size));
    return URL.createObjectURL(await pngOf(picture));
  }

  private draw(parts: Part[], size: number): HTMLCanvasElement {
    const meshes = parts.map(({ geometry, material }) => new Mesh(geometry, material));
    for (const mesh of meshes) this.scene.add(mesh);
    this.scene.environment = this.stage.scene.environment;
    this.scene.environmentIntensity = this.stage.scene.environmentIntensity;
    this.look(boxAround(meshes));
    const picture = this.cut.without(() => this.stage.snapshot(this.scene, this.camera, size, size));
    for (const mesh of meshes) this.scene.remove(mesh);
    return picture;
  }

  private look(box: Box3): void {
    const middle = box.getCenter(new Vector3());
    this.camera.position.copy(middle).add(FROM);
    this.camera.lookAt(middle);
    const { eye } = fit(this.camera, [box], 1);
    this.camera.position.copy(eye);
    const distance = eye.distanceTo(middle);
    this.camera.near = distance / 100;
    this.camera.far = distance * 4;
  }
}

export function pngOf(picture: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    picture.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be made.'))), 'image/png');
  });
}

function boxAround(meshes: Mesh[]): Box3 {
  const box = new Box3();
  for (const mesh of meshes) box.expandByObject(mesh);
  return box.isEmpty() ? box.setFromCenterAndSize(new Vector3(), new Vector3(1, 1, 1)) : box;
}
