// How a walk is looked at: out of the eyes, or from behind and above without sinking into walls.

import { MathUtils, PerspectiveCamera, Ray, Vector3 } from 'three';
import type { Cut } from '../cut';
import type { Solid } from '../solid';
import type { Agent } from '../types';

const RADIANS_PER_PIXEL = 0.004;
const BEHIND = 4.2;
/** How far the camera stays away from walls. */
const GAP = 0.25;
/** Seconds after which a figure on its way is looked at from behind again. */
const PATIENCE = 3;

export class Look {
  readonly camera = new PerspectiveCamera(62, 1, 0.05, 600);
  /** Angles about +Y, and up. 0 is along -Z. */
  yaw = 0;
  pitch = 0;
  private untouched = PATIENCE;
  private distance = BEHIND;
  private eye: Vector3 | null = null;

  constructor(private readonly solid: Solid, private readonly cut: Cut) {}

  drag(dx: number, dy: number): void {
    this.yaw -= dx * RADIANS_PER_PIXEL;
    this.pitch = MathUtils.clamp(this.pitch - dy * RADIANS_PER_PIXEL, -1.3, 1.3);
    this.untouched = 0;
  }

  /** Looks straight along an angle, whatever was looked at before. */
  reset(yaw: number): void {
    this.yaw = yaw;
    this.pitch = 0;
    this.untouched = PATIENCE;
    this.eye = null;
    this.distance = BEHIND;
  }

  /** Turns back to where the figure goes, if nobody looks around. */
  follow(yaw: number, seconds: number): void {
    this.untouched += seconds;
    if (this.untouched < PATIENCE) return;
    const share = 1 - Math.exp(-2.5 * seconds);
    this.yaw += angleBetween(this.yaw, yaw) * share;
    this.pitch -= this.pitch * share;
  }

  fromEyes(feet: Vector3, agent: Agent, seconds: number): void {
    this.camera.position.copy(this.smoothEye(feet, agent.height * 0.92, seconds));
    this.camera.rotation.set(this.pitch, this.yaw, 0, 'YXZ');
  }

  fromBehind(feet: Vector3, agent: Agent, seconds: number): void {
    const eye = this.smoothEye(feet, agent.height * 0.95, seconds);
    this.camera.rotation.set(this.pitch - 0.32, this.yaw, 0, 'YXZ');
    const back = new Vector3(0, 0, 1).applyEuler(this.camera.rotation);
    const room = this.roomBehind(eye, back, BEHIND * Math.max(agent.height / 1.8, 0.2));
    // In at once, or a wall would be in the way; out slowly.
    this.distance = Math.min(room, this.distance + 3 * seconds);
    this.camera.position.copy(eye).addScaledVector(back, this.distance);
  }

  /** Steps lift the eye gently. */
  private smoothEye(feet: Vector3, height: number, seconds: number): Vector3 {
    const wanted = feet.clone();
    wanted.y += height;
    if (this.eye) wanted.y = MathUtils.lerp(this.eye.y, wanted.y, 1 - Math.exp(-12 * seconds));
    this.eye = wanted;
    return wanted.clone();
  }

  private roomBehind(eye: Vector3, back: Vector3, most: number): number {
    const hit = this.solid.cast(new Ray(eye, back), { far: most + GAP, cut: this.cut.above, back: true });
    return Math.max(hit ? hit.distance - GAP : most, 0.3);
  }
}

/** The shorter way from one angle to another. */
export function angleBetween(from: number, to: number): number {
  return MathUtils.euclideanModulo(to - from + Math.PI, Math.PI * 2) - Math.PI;
}
