// Where a camera must stand to see something.

import { type Box3, MathUtils, type PerspectiveCamera, Vector3 } from 'three';

/** Empty frame around what is seen. */
export const MARGIN = 1.08;

/** A place for the camera, and the place it looks at. */
export interface Stand {
  eye: Vector3;
  target: Vector3;
}

/** The nearest stand from which all boxes are seen, without turning the camera. */
export function fit(camera: PerspectiveCamera, boxes: Box3[], aspect: number): Stand {
  const [right, up, back] = [new Vector3(), new Vector3(), new Vector3()];
  camera.updateMatrixWorld();
  camera.matrixWorld.extractBasis(right, up, back);
  const high = Math.tan(MathUtils.degToRad(camera.fov / 2)) / MARGIN;
  const wide = high * aspect;
  // A corner is inside the left side of the view if `x - eye.x >= wide * (z - eye.z)`, where z grows towards the camera, and
  // likewise for the others. So each side asks for a sum of eye coordinates that the worst corner decides.
  const [left, rightmost, low, top, near, far] = extremes(boxes, (corner) => {
    const [x, y, z] = [corner.dot(right), corner.dot(up), corner.dot(back)];
    return [wide * z - x, wide * z + x, high * z - y, high * z + y, z, -z];
  });
  const z = Math.max((left + rightmost) / (2 * wide), (low + top) / (2 * high), near + camera.near);
  const eye = at(right, (rightmost - left) / 2, up, (top - low) / 2, back, z);
  return { eye, target: eye.clone().addScaledVector(back, (near - far) / 2 - z) };
}

/** For each of the numbers that corners have, the largest one. */
function extremes(boxes: Box3[], numbers: (corner: Vector3) => number[]): number[] {
  const most = Array<number>(6).fill(-Infinity);
  for (const box of boxes) {
    for (const corner of cornersOf(box)) numbers(corner).forEach((value, i) => (most[i] = Math.max(most[i], value)));
  }
  return most;
}

function cornersOf({ min, max }: Box3): Vector3[] {
  return [min.x, max.x].flatMap((x) => [min.y, max.y].flatMap((y) => [min.z, max.z].map((z) => new Vector3(x, y, z))));
}

function at(right: Vector3, x: number, up: Vector3, y: number, back: Vector3, z: number): Vector3 {
  return new Vector3().addScaledVector(right, x).addScaledVector(up, y).addScaledVector(back, z);
}
