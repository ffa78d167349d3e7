// Where a placed piece stands: a turn about +Y, then a move.

import { Box3, type Matrix4, type Vector3 } from 'three';
import type { Vec3 } from '../protocol';

/** Number of the piece, position, cosine and sine of its turn: how rows of pieces and of doors begin. */
export type Pose = readonly [piece: number, x: number, y: number, z: number, cos: number, sin: number, ...rest: number[]];

export function poseMatrix(row: Pose, into: Matrix4): Matrix4 {
  const [, x, y, z, c, s] = row;
  return into.set(c, 0, s, x, 0, 1, 0, y, -s, 0, c, z, 0, 0, 0, 1);
}

/** Turns a direction of the piece into one of the map. */
export function turn(row: Pose, v: Vector3): Vector3 {
  const [, , , , c, s] = row;
  return v.set(c * v.x + s * v.z, v.y, c * v.z - s * v.x);
}

/** Turns a direction of the map into one of the piece. */
export function turnBack(row: Pose, v: Vector3): Vector3 {
  const [, , , , c, s] = row;
  return v.set(c * v.x - s * v.z, v.y, s * v.x + c * v.z);
}

/** Takes a place in the piece to the map. */
export function toMap(row: Pose, v: Vector3): Vector3 {
  turn(row, v);
  v.x += row[1];
  v.y += row[2];
  v.z += row[3];
  return v;
}

/** Takes a place on the map into the piece. */
export function toPiece(row: Pose, v: Vector3): Vector3 {
  v.x -= row[1];
  v.y -= row[2];
  v.z -= row[3];
  return turnBack(row, v);
}

/** The box along the axes of the map around a box of the piece. */
export function boundsOf(row: Pose, min: Vec3, max: Vec3): Box3 {
  const [, x, y, z, c, s] = row;
  const [halfX, halfZ] = [(max[0] - min[0]) / 2, (max[2] - min[2]) / 2];
  const [middleX, middleZ] = [min[0] + halfX, min[2] + halfZ];
  const [atX, atZ] = [x + c * middleX + s * middleZ, z + c * middleZ - s * middleX];
  const [reachX, reachZ] = [Math.abs(c) * halfX + Math.abs(s) * halfZ, Math.abs(c) * halfZ + Math.abs(s) * halfX];
  const bounds = new Box3();
  bounds.min.set(atX - reachX, y + min[1], atZ - reachZ);
  bounds.max.set(atX + reachX, y + max[1], atZ + reachZ);
  return bounds;
}
