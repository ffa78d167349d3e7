// Points on the floor: round and green in the largest region, larger diamonds and red elsewhere.

import {
  type BufferGeometry, Group, IcosahedronGeometry, InstancedMesh, Matrix4, MeshLambertMaterial, OctahedronGeometry,
} from 'three';
import { CUT_OFF, REACHED } from '../colors';
import { Copies } from '../copies';
import { keepVisible, light } from '../marks';

const SIZE = 0.14;

export class Points {
  readonly group = new Group();
  private readonly reached = new Marks(new IcosahedronGeometry(1, 2), REACHED, SIZE, 3.5);
  private readonly cutOff = new Marks(new OctahedronGeometry(1), CUT_OFF, SIZE * 1.6, 5.5);

  constructor() {
    this.group.add(this.reached.mesh, this.cutOff.mesh);
    this.group.visible = false;
  }

  /** f32 [x, y, z, region] for each point. */
  set(points: Float32Array | null): void {
    this.reached.clear();
    this.cutOff.clear();
    for (let i = 0; points && i + 3 < points.length; i += 4) {
      (points[i + 3] === 0 ? this.reached : this.cutOff).add(points[i], points[i + 1], points[i + 2]);
    }
    this.reached.flush();
    this.cutOff.flush();
  }

  dispose(): void {
    this.reached.dispose();
    this.cutOff.dispose();
  }
}

/** Points that look alike. */
class Marks {
  readonly mesh: InstancedMesh;
  private readonly copies: Copies;
  private readonly material: MeshLambertMaterial;
  private readonly matrix = new Matrix4();

  constructor(shape: BufferGeometry, private readonly color: string, private readonly size: number, pixels: number) {
    this.material = keepVisible(new MeshLambertMaterial({ emissive: color, emissiveIntensity: 0.55 }), pixels);
    this.mesh = new InstancedMesh(shape, this.material, 0);
    this.mesh.frustumCulled = false;
    this.copies = new Copies([this.mesh]);
  }

  add(x: number, y: number, z: number): void {
    this.matrix.makeScale(this.size, this.size, this.size).setPosition(x, y + this.size, z);
    this.copies.setMatrix(this.copies.count, this.matrix);
    this.copies.setColor(this.copies.count++, light(this.color));
  }

  clear(): void {
    this.copies.count = 0;
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
