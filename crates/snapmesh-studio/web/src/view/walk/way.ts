// A way through the map, and places on it by their distance from its start.

import { Vector3 } from 'three';
import type { Vec3 } from '../../protocol';

export class Way {
  readonly length: number;
  private readonly points: Vector3[];
  /** How far each point is from the start. */
  private readonly distances: number[] = [0];

  constructor(points: Vec3[]) {
    this.points = points.map((point) => new Vector3(...point));
    for (let i = 1; i < this.points.length; i++) {
      this.distances.push(this.distances[i - 1] + this.points[i].distanceTo(this.points[i - 1]));
    }
    this.length = this.distances[this.points.length - 1] ?? 0;
  }

  /** The place at a distance; before the start and after the end, the start and the end. */
  at(distance: number): Vector3 {
    const after = this.distances.findIndex((reached) => reached >= distance);
    if (after <= 0) return (after === 0 ? this.points[0] : this.points[this.points.length - 1])?.clone() ?? new Vector3();
    const leg = this.distances[after] - this.distances[after - 1];
    const share = (distance - this.distances[after - 1]) / leg;
    return new Vector3().lerpVectors(this.points[after - 1], this.points[after], share);
  }
}
