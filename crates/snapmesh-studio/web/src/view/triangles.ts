// The triangles of a piece, in a tree of boxes: what a ray meets and what is near a place is found without looking at all.

import { Vector3 } from 'three';
import type { Part } from './kit';

const LEAF = 8;
const TINY = 1e-9;

/** What a ray met. */
export interface Meeting {
  distance: number;
  normal: Vector3;
}

/** Which triangles a ray can meet. */
export interface RayLimits {
  far: number;
  /** What is higher than this in the piece is not there. */
  top: number;
  /** Whether triangles that are drawn from one side only are met from the other side too. */
  back: boolean;
}

/** Nodes lie in `boxes` (min, max) and `spans`; a leaf has a first triangle and a count, another node its second child and 0.
 * The first child comes right after its parent. */
export class Triangles {
  /** Nine numbers each, three corners. */
  private corners: Float32Array;
  private twoSided: Uint8Array;
  private boxes: number[] = [];
  private spans: number[] = [];

  constructor(parts: Part[]) {
    const { corners, twoSided } = gather(parts);
    this.corners = corners;
    this.twoSided = twoSided;
    const count = twoSided.length;
    if (count === 0) return;
    const order = Uint32Array.from({ length: count }, (_, i) => i);
    this.split(order, 0, count);
    this.sort(order);
  }

  /** The nearest triangle that a ray meets. The direction has length 1. */
  cast(origin: Vector3, direction: Vector3, limits: RayLimits): Meeting | null {
    let nearest = limits.far;
    let found = -1;
    this.visit(
      (node) => this.enters(node, origin, direction, nearest),
      (triangle) => {
        const distance = this.meet(triangle, origin, direction, limits.back);
        if (distance >= nearest || origin.y + direction.y * distance > limits.top) return;
        nearest = distance;
        found = triangle;
      },
    );
    return found < 0 ? null : { distance: nearest, normal: this.normal(found) };
  }

  /** Visits triangles whose boxes are within a radius of a place, by their corners. */
  near(place: Vector3, radius: number, visit: (a: Vector3, b: Vector3, c: Vector3) => void): void {
    const { boxes } = this;
    const touches = (node: number) => {
      for (let axis = 0; axis < 3; axis++) {
        const at = place.getComponent(axis);
        if (at + radius < boxes[node * 6 + axis] || at - radius > boxes[node * 6 + 3 + axis]) return false;
      }
      return true;
    };
    this.visit(touches, (triangle) => visit(...this.cornersOf(triangle)));
  }

  private visit(enter: (node: number) => boolean, leaf: (triangle: number) => void): void {
    const open = this.spans.length ? [0] : [];
    while (open.length) {
      const node = open.pop()!;
      if (!enter(node)) continue;
      const [first, count] = [this.spans[node * 2], this.spans[node * 2 + 1]];
      if (count === 0) open.push(first, node + 1);
      for (let triangle = first; triangle < first + count; triangle++) leaf(triangle);
    }
  }

  private enters(node: number, origin: Vector3, direction: Vector3, far: number): boolean {
    let [from, to] = [0, far];
    for (let axis = 0; axis < 3; axis++) {
      const inverse = 1 / (direction.getComponent(axis) || TINY);
      const a = (this.boxes[node * 6 + axis] - origin.getComponent(axis)) * inverse;
      const b = (this.boxes[node * 6 + 3 + axis] - origin.getComponent(axis)) * inverse;
      from = Math.max(from, Math.min(a, b));
      to = Math.min(to, Math.max(a, b));
    }
    return from <= to + TINY;
  }

  /** How far away the ray meets a triangle (Möller and Trumbore); infinite if it does not. */
  private meet(triangle: number, origin: Vector3, direction: Vector3, back: boolean): number {
    const [a, b, c] = this.cornersOf(triangle);
    b.sub(a);
    c.sub(a);
    const across = cross.crossVectors(direction, c);
    const facing = b.dot(across);
    if (Math.abs(facing) < TINY || (facing < 0 && !back && !this.twoSided[triangle])) return Infinity;
    const from = a.subVectors(origin, a);
    const u = from.dot(across) / facing;
    if (u < 0 || u > 1) return Infinity;
    const along = cross.crossVectors(from, b);
    const v = direction.dot(along) / facing;
    if (v < 0 || u + v > 1) return Infinity;
    const distance = c.dot(along) / facing;
    return distance > 0 ? distance : Infinity;
  }

  private normal(triangle: number): Vector3 {
    const [a, b, c] = this.cornersOf(triangle);
    return b.sub(a).cross(c.sub(a)).normalize().clone();
  }

  private cornersOf(triangle: number): [Vector3, Vector3, Vector3] {
    const from = triangle * 9;
    corner[0].fromArray(this.corners, from);
    corner[1].fromArray(this.corners, from + 3);
    corner[2].fromArray(this.corners, from + 6);
    return corner;
  }

  /** Makes the node of triangles [from, to) of the order, and those below it. */
  private split(order: Uint32Array, from: number, to: number): void {
    const node = this.spans.length / 2;
    const box = this.boxAround(order, from, to);
    this.boxes.push(...box);
    this.spans.push(from, to - from);
    if (to - from <= LEAF) return;
    const sizes = [0, 1, 2].map((axis) => box[3 + axis] - box[axis]);
    const axis = sizes.indexOf(Math.max(...sizes));
    let middle = this.partition(order, from, to, axis, (box[axis] + box[3 + axis]) / 2);
    if (middle === from || middle === to) middle = (from + to) >> 1;
    this.split(order, from, middle);
    this.spans[node * 2] = this.spans.length / 2;
    this.spans[node * 2 + 1] = 0;
    this.split(order, middle, to);
  }

  private boxAround(order: Uint32Array, from: number, to: number): number[] {
    const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
    for (let i = from; i < to; i++) {
      for (let n = 0; n < 9; n++) {
        const value = this.corners[order[i] * 9 + n];
        const axis = n % 3;
        if (value < box[axis]) box[axis] = value;
        if (value > box[3 + axis]) box[3 + axis] = value;
      }
    }
    return box;
  }

  /** Puts triangles whose middle is below a value first; returns where the others start. */
  private partition(order: Uint32Array, from: number, to: number, axis: number, value: number): number {
    let middle = from;
    for (let i = from; i < to; i++) {
      const at = order[i] * 9 + axis;
      if (this.corners[at] + this.corners[at + 3] + this.corners[at + 6] >= 3 * value) continue;
      [order[i], order[middle]] = [order[middle], order[i]];
      middle++;
    }
    return middle;
  }

  private sort(order: Uint32Array): void {
    const corners = new Float32Array(this.corners.length);
    order.forEach((triangle, i) => corners.set(this.corners.subarray(triangle * 9, triangle * 9 + 9), i * 9));
    this.twoSided = Uint8Array.from(order, (triangle) => this.twoSided[triangle]);
    this.corners = corners;
  }
}

const corner: [Vector3, Vector3, Vector3] = [new Vector3(), new Vector3(), new Vector3()];
const cross = new Vector3();

function gather(parts: Part[]): { corners: Float32Array; twoSided: Uint8Array } {
  const counts = parts.map(({ geometry }) => Math.floor((geometry.index?.count ?? geometry.attributes.position.count) / 3));
  const count = counts.reduce((sum, n) => sum + n, 0);
  const corners = new Float32Array(count * 9);
  const twoSided = new Uint8Array(count);
  let first = 0;
  parts.forEach(({ geometry, twoSided: both }, part) => {
    const { position } = geometry.attributes;
    for (let i = 0; i < counts[part] * 3; i++) {
      const vertex = geometry.index?.getX(i) ?? i;
      const at = first * 9 + i * 3;
      for (let axis = 0; axis < 3; axis++) corners[at + axis] = position.getComponent(vertex, axis);
    }
    twoSided.fill(both ? 1 : 0, first, first + counts[part]);
    first += counts[part];
  });
  return { corners, twoSided };
}
