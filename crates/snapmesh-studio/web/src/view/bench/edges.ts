// The edges of a mesh that a mark can snap to: sharp ones and rims, with their ends and middles.

import { EdgesGeometry, Vector3 } from 'three';
import type { Part } from '../kit';

/** Degrees between two faces from which on their edge is one that is seen. */
const SHARP = 20;
/** Metres above and below a mark that an edge may lie. */
const NEAR_HEIGHT = 0.6;

export class Edges {
  /** Six numbers each, two ends. */
  private readonly ends: Float32Array;

  constructor(parts: Part[]) {
    const lists = parts.map(({ geometry }) => {
      const edges = new EdgesGeometry(geometry, SHARP);
      const ends = edges.getAttribute('position').array as Float32Array;
      edges.dispose();
      return ends;
    });
    this.ends = new Float32Array(lists.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const list of lists) {
      this.ends.set(list, at);
      at += list.length;
    }
  }

  /** The place on the level of `from` that lies over or under the nearest corner or middle of an edge, else over the edge itself;
   * null if there is none as near as this. */
  snap(from: Vector3, reach: number): Vector3 | null {
    const corner = { distance: reach, place: null as Vector3 | null };
    const along = { distance: reach * 0.6, place: null as Vector3 | null };
    for (let i = 0; i + 5 < this.ends.length; i += 6) {
      const [ax, ay, az, bx, by, bz] = this.ends.subarray(i, i + 6) as unknown as number[];
      if (Math.min(ay!, by!) > from.y + NEAR_HEIGHT || Math.max(ay!, by!) < from.y - NEAR_HEIGHT) continue;
      for (const share of [0, 0.5, 1]) {
        keepNearer(corner, from, ax! + (bx! - ax!) * share, az! + (bz! - az!) * share);
      }
      const [dx, dz] = [bx! - ax!, bz! - az!];
      const length = dx * dx + dz * dz;
      if (length === 0) continue;
      const share = Math.min(Math.max(((from.x - ax!) * dx + (from.z - az!) * dz) / length, 0), 1);
      keepNearer(along, from, ax! + dx * share, az! + dz * share);
    }
    return corner.place ?? along.place;
  }

  /** The coordinate of a corner along an axis that is as near as this; null if there is none. */
  snapAlong(axis: 0 | 1 | 2, x: number, reach: number): number | null {
    let [nearest, distance]: [number | null, number] = [null, reach];
    for (let i = axis; i < this.ends.length; i += 3) {
      const away = Math.abs(this.ends[i]! - x);
      if (away < distance) [nearest, distance] = [this.ends[i]!, away];
    }
    return nearest;
  }
}

function keepNearer(best: { distance: number; place: Vector3 | null }, from: Vector3, x: number, z: number): void {
  const distance = Math.hypot(x - from.x, z - from.z);
  if (distance >= best.distance) return;
  best.distance = distance;
  best.place = new Vector3(x, from.y, z);
}
