// How a walker meets the map: what it stands on, and what pushes it back.

import { MathUtils, Ray, Vector3 } from 'three';
import type { Solid } from '../solid';
import type { Agent } from '../types';

const DOWN = new Vector3(0, -1, 0);
const ROUNDS = 4;

/** The highest floor below a place, from as high as the walker can climb down to so much below. Null: there is none. */
export function floorBelow(solid: Solid, feet: Vector3, agent: Agent, below: number): number | null {
  const reach = agent.radius * 0.5;
  let highest: number | null = null;
  for (const [x, z] of [[0, 0], [reach, 0], [-reach, 0], [0, reach], [0, -reach]]) {
    const from = new Vector3(feet.x + x, feet.y + agent.max_climb, feet.z + z);
    const hit = solid.cast(new Ray(from, DOWN), { far: agent.max_climb + below, back: true });
    if (hit && isFloor(hit.normal, agent)) highest = Math.max(highest ?? -Infinity, hit.point.y);
  }
  return highest;
}

/** Moves a walker out of walls and ceilings. Returns false if there is no room at all. */
export function pushOut(solid: Solid, feet: Vector3, agent: Agent): boolean {
  for (let round = 0; round < ROUNDS; round++) {
    const push = deepest(solid, feet, agent);
    if (!push) return true;
    feet.add(push);
  }
  return !deepest(solid, feet, agent);
}

/** What is level enough to stand on. */
export function isFloor(normal: Vector3, agent: Agent): boolean {
  return Math.abs(normal.y) >= Math.cos(MathUtils.degToRad(agent.max_slope));
}

/** The way out of what the walker is deepest in, sideways; null if it touches nothing. */
function deepest(solid: Solid, feet: Vector3, agent: Agent): Vector3 | null {
  let worst = 1e-4;
  let push: Vector3 | null = null;
  for (const height of spheres(agent)) {
    const middle = new Vector3(feet.x, feet.y + height, feet.z);
    solid.near(middle, agent.radius, (point, normal) => {
      // Floors hold walkers up and do not push them; a ceiling is as level as a floor, but above.
      if (isFloor(normal, agent) && point.y <= middle.y) return;
      const away = middle.clone().sub(point);
      const depth = agent.radius - away.length();
      if (depth <= worst) return;
      worst = depth;
      push = sideways(away, normal).multiplyScalar(depth + 1e-4);
    });
  }
  return push;
}

/** The body is a column of spheres. It starts above what can be climbed, so that steps do not stop it. */
function spheres({ radius, height, max_climb }: Agent): number[] {
  const top = Math.max(height - radius, radius);
  const bottom = Math.min(max_climb + radius, top);
  const steps = Math.max(Math.ceil((top - bottom) / radius), 1);
  return Array.from({ length: steps + 1 }, (_, step) => bottom + ((top - bottom) * step) / steps);
}

/** Walls push sideways only, or leaning ones would lift the walker or press it into the floor. */
function sideways(away: Vector3, normal: Vector3): Vector3 {
  const flat = new Vector3(away.x, 0, away.z);
  if (flat.lengthSq() < 1e-8) flat.set(normal.x, 0, normal.z);
  return flat.normalize();
}
