// What is under the pointer.

import { type Camera, Ray, Raycaster, Vector2, Vector3 } from 'three';
import type { Port } from '../protocol';
import type { Cut } from './cut';
import type { Connectors } from './overlays/connectors';
import type { Hit, Solid } from './solid';
import type { Target } from './types';

/** How far from a marker a click still means it, in pixels. */
const REACH = 12;

export class Picking {
  private readonly caster = new Raycaster();

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly solid: Solid,
    private readonly doors: Solid,
    private readonly connectors: Connectors,
    private readonly cut: Cut,
  ) {}

  /** A free connector near the place if it can be seen, else the piece or door there. Pixels of the canvas. */
  pick(x: number, y: number, camera: Camera): Target | null {
    const port = this.connectorAt(x, y, camera);
    if (port) return { kind: 'connector', port };
    const hit = this.hit(x, y, camera);
    const door = this.doors.cast(this.caster.ray, { cut: this.cut.above, far: hit?.distance });
    if (door) return { kind: 'door', door: door.placed };
    return hit && { kind: 'piece', placed: hit.placed };
  }

  /** Which piece is drawn at a place of the canvas. */
  hit(x: number, y: number, camera: Camera): Hit | null {
    const { clientWidth, clientHeight } = this.canvas;
    this.caster.setFromCamera(new Vector2((x / clientWidth) * 2 - 1, 1 - (y / clientHeight) * 2), camera);
    return this.solid.cast(this.caster.ray, { cut: this.cut.above });
  }

  private connectorAt(x: number, y: number, camera: Camera): Port | null {
    let nearest = REACH;
    let found: { port: Port; place: Vector3 } | null = null;
    for (const marker of this.connectors.free()) {
      const { x: across, y: up, z: depth } = projected.copy(marker.place).project(camera);
      if (Math.abs(depth) > 1) continue;
      const dx = ((across + 1) / 2) * this.canvas.clientWidth - x;
      const dy = ((1 - up) / 2) * this.canvas.clientHeight - y;
      const distance = Math.hypot(dx, dy);
      if (distance >= nearest) continue;
      nearest = distance;
      found = marker;
    }
    return found && this.isSeen(found.place, camera) ? found.port : null;
  }

  private isSeen(place: Vector3, camera: Camera): boolean {
    this.caster.setFromCamera(new Vector2().copy(projected.copy(place).project(camera)), camera);
    const ray: Ray = this.caster.ray;
    // Markers lie on the floor: what is met right before them is that floor.
    const far = place.distanceTo(ray.origin) - this.connectors.size * 0.3;
    return ![this.solid, this.doors].some((solid) => solid.cast(ray, { far, cut: this.cut.above }));
  }
}

const projected = new Vector3();
