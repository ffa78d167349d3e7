// Where a camera must stand to see something.

import { type Box3, MathUtils, type PerspectiveCamera, Vector3 } from 'three';

/** Empty frame around what is seen. */
export const MARGIN = 1.08;

/** What a camera is seen through. */
export interface Pane {
  /** Width by height. */
  aspect: number;
  /** The share of the height, from the top, that other things lie over. */
  covered: number;
}

/** A place for the camera, and the place it looks at. */
export interface Stand {
  eye: Vector3;
  target: Vector3;
}

/** The nearest stand from which all boxes are seen, without turning the camera. */
export function fit(camera: PerspectiveCamera, boxes: Box3[], { aspect, covered }: Pane): Stand {
  const [right, up, back] = [new Vector3(), new Vector3(), new Vector3()];
  camera.updateMatrixWorld();
  camera.matrixWorld.extractBasis(right, up, back);
  const high = Math.tan(MathUtils.degToRad(camera.fov / 2)) / MARGIN;
  const wide = high * aspect;
  const clear = high * (1 - 2 * covered);
  // A point is inside the left side of the view if `x - eye.x >= wide * (z - eye.z)`, where z grows towards the camera, and
  // likewise for the others. So each side asks for a sum of eye coordinates, which the farthest point in one direction decides.
  const reach = (slope: number, aside: Vector3, sign: number) =>
    farthest(boxes, back.clone().multiplyScalar(slope).addScaledVector(aside, sign));
  const [left, rightmost] = [reach(wide, right, -1), reach(wide, right, 1)];
  const [low, top] = [reach(high, up, -1), reach(clear, up, 1)];
  const [near, far] = [farthest(boxes, back), farthest(boxes, back.clone().negate())];
  const z = Math.max((left + rightmost) / (2 * wide), (low + top) / (high + clear), near + camera.near);
  const height = (top - clear * z + high * z - low) / 2;
  const eye = at(right, (rightmost - left) / 2, up, height, back, z);
  return { eye, target: eye.clone().addScaledVector(back, (near - far) / 2 - z) };
}

/** How far boxes reach in a direction. */
function farthest(boxes: Box3[], { x, y, z }: Vector3): number {
  let most = -Infinity;
  for (const { min, max } of boxes) {
    most = Math.max(most, Math.max(x * min.x, x * max.x) + Math.max(y * min.y, y * max.y) + Math.max(z * min.z, z * max.z));
  }
  return most;
}

function at(right: Vector3, x: number, up: Vector3, y: number, back: Vector3, z: number): Vector3 {
  return new Vector3().addScaledVector(right, x).addScaledVector(up, y).addScaledVector(back, z);
}
