// What is pinned: a pin stands on top of the piece, and is seen from above as well as from the side.

import { type Box3, ConeGeometry, InstancedMesh, Matrix4, MeshLambertMaterial, SphereGeometry, Vector3 } from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import { PIN } from '../colors';
import { Copies } from '../copies';
import { keepVisible, light } from '../marks';

/** The radius of its head in metres, and in pixels at least. */
const RADIUS = 0.35;
const PIXELS = 7;

export class Pins {
  readonly mesh: InstancedMesh;
  private readonly copies: Copies;
  private readonly material = keepVisible(new MeshLambertMaterial({ emissive: PIN, emissiveIntensity: 0.35 }), PIXELS);
  private readonly matrix = new Matrix4();
  private readonly top = new Vector3();

  constructor() {
    // The tip is at the origin, and points down.
    const parts = [new ConeGeometry(0.45, 2.2, 20).rotateX(Math.PI).translate(0, 1.1, 0), new SphereGeometry(1, 24, 16).translate(0, 2.7, 0)];
    this.mesh = new InstancedMesh(mergeGeometries(parts), this.material, 0);
    for (const part of parts) part.dispose();
    this.mesh.frustumCulled = false;
    this.copies = new Copies([this.mesh]);
  }

  /** Pins on these boxes, of which what is higher than the cut above their floor is not drawn. */
  set(boxes: Box3[], cut: number): void {
    boxes.forEach((box, copy) => {
      box.getCenter(this.top).setY(Math.min(box.max.y, box.min.y + cut));
      this.copies.setMatrix(copy, this.matrix.makeScale(RADIUS, RADIUS, RADIUS).setPosition(this.top));
      this.copies.setColor(copy, light(PIN));
    });
    this.copies.count = boxes.length;
    this.copies.flush();
  }

  dispose(): void {
    this.copies.dispose();
    this.mesh.geometry.dispose();
    this.material.dispose();
  }
}
