// Where connectors are joined beyond the tree: a ring around the doorway, which is seen from above as well as from the side.

import { InstancedMesh, Matrix4, MeshLambertMaterial, TorusGeometry, type Vector3 } from 'three';
import { LINK } from '../colors';
import { Copies } from '../copies';
import { keepVisible, light } from '../marks';

/** The radius, in sizes of a marker, and in pixels at least. */
const RADIUS = 1.2;
const PIXELS = 10;
const THICKNESS = 0.1;

export class Rings {
  readonly mesh: InstancedMesh;
  private readonly copies: Copies;
  private readonly material = keepVisible(new MeshLambertMaterial({ emissive: LINK, emissiveIntensity: 0.5 }), PIXELS);
  private readonly matrix = new Matrix4();

  constructor() {
    // A torus stands; this lays it down.
    const ring = new TorusGeometry(1, THICKNESS, 10, 48).rotateX(Math.PI / 2);
    this.mesh = new InstancedMesh(ring, this.material, 0);
    this.mesh.frustumCulled = false;
    this.copies = new Copies([this.mesh]);
  }

  /** Rings at these places, for markers of this size. */
  set(places: Vector3[], size: number): void {
    const radius = size * RADIUS;
    places.forEach((place, copy) => {
      this.copies.setMatrix(copy, this.matrix.makeScale(radius, radius, radius).setPosition(place));
      this.copies.setColor(copy, light(LINK));
    });
    this.copies.count = places.length;
  }

  flush(): void {
    this.copies.flush();
  }

  dispose(): void {
    this.copies.dispose();
    this.mesh.geometry.dispose();
    this.material.dispose();
  }
}
