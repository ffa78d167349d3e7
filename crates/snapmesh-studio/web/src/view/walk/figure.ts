// Who walks: a body with a head, and a visor that tells where it looks.

import {
  BoxGeometry, type BufferGeometry, CapsuleGeometry, CircleGeometry, Group, Mesh, MeshBasicMaterial, MeshStandardMaterial,
  SphereGeometry,
} from 'three';
import type { Agent } from '../types';

const BODY = '#e4572e';
const HEAD = '#f6d7b8';
const VISOR = '#22303c';

export class Figure {
  readonly group = new Group();

  /** It stands at the origin of its group and looks along +Z. */
  constructor({ radius, height }: Agent) {
    const head = Math.min(height * 0.11, radius * 0.8);
    const shoulders = height - head * 2;
    const waist = Math.min(radius * 0.72, shoulders / 2);
    this.add(new CapsuleGeometry(waist, Math.max(shoulders - waist * 2, 0.01), 6, 20), BODY, shoulders / 2, 0);
    this.add(new SphereGeometry(head, 24, 16), HEAD, height - head, 0);
    this.add(new BoxGeometry(head * 1.3, head * 0.5, head * 0.7), VISOR, height - head * 0.9, head * 0.72);
    this.addShadow(radius);
  }

  dispose(): void {
    for (const mesh of this.group.children as Mesh<BufferGeometry, MeshStandardMaterial>[]) {
      mesh.geometry.dispose();
      mesh.material.dispose();
    }
  }

  private add(shape: BufferGeometry, color: string, y: number, z: number): void {
    const mesh = new Mesh(shape, new MeshStandardMaterial({ color, roughness: 0.7 }));
    mesh.position.set(0, y, z);
    this.group.add(mesh);
  }

  /** A dark spot instead of a shadow: with a shadow of its own, all shadows would have to be drawn in every frame. */
  private addShadow(radius: number): void {
    const material = new MeshBasicMaterial({ color: '#000000', transparent: true, opacity: 0.3, depthWrite: false });
    const spot = new Mesh(new CircleGeometry(radius, 24).rotateX(-Math.PI / 2), material);
    spot.position.y = 0.03;
    this.group.add(spot);
  }
}
