// Flies: keys move, a drag looks around, the wheel goes ahead. It has the camera of orbit, and starts where that one is.

import { type Box3, Euler, MathUtils, type PerspectiveCamera, Vector3 } from 'three';
import type { Keys } from '../keys';
import { fit, type Pane } from './fit';
import { Glide } from './glide';
import type { Steering, SteeringEvents } from './steering';

const RADIANS_PER_PIXEL = 0.0035;
const TURN_SPEED = 1.6;
const FAST = 4;

export class Fly implements Steering {
  /** Metres a second; set to suit the size of the map. */
  speed = 8;
  private readonly glide = new Glide();
  private readonly look = new Euler(0, 0, 0, 'YXZ');
  private on = false;

  constructor(
    readonly camera: PerspectiveCamera,
    private readonly canvas: HTMLCanvasElement,
    private readonly keys: Keys,
    private readonly events: SteeringEvents,
  ) {
    canvas.addEventListener('wheel', this.wheel, { passive: false });
  }

  enable(on: boolean): void {
    this.on = on;
    this.keys.listen(on);
    this.glide.stop();
  }

  drag(dx: number, dy: number): void {
    if (!this.on) return;
    this.turn(-dx * RADIANS_PER_PIXEL, -dy * RADIANS_PER_PIXEL);
    this.steered();
  }

  tick(seconds: number): boolean {
    const gliding = this.glide.tick(seconds);
    const motion = this.on ? this.keys.motion() : null;
    if (!motion) return gliding;
    this.steered();
    this.turn(motion.turn * TURN_SPEED * seconds, 0);
    const step = new Vector3(motion.aside, 0, -motion.ahead).applyQuaternion(this.camera.quaternion);
    step.y += motion.up;
    this.camera.position.addScaledVector(step, this.speed * (motion.fast ? FAST : 1) * seconds);
    return true;
  }

  frame(boxes: Box3[], pane: Pane, smooth: boolean): void {
    const { eye } = fit(this.camera, boxes, pane);
    const from = this.camera.position.clone();
    this.glide.start((share) => this.camera.position.lerpVectors(from, eye, share), smooth);
  }

  dispose(): void {
    this.canvas.removeEventListener('wheel', this.wheel);
  }

  private steered(): void {
    this.glide.stop();
    this.events.moved();
    this.events.changed();
  }

  private turn(left: number, up: number): void {
    this.look.setFromQuaternion(this.camera.quaternion);
    this.look.y += left;
    this.look.x = MathUtils.clamp(this.look.x + up, -1.5, 1.5);
    this.camera.quaternion.setFromEuler(this.look);
  }

  private readonly wheel = (event: WheelEvent): void => {
    if (!this.on) return;
    event.preventDefault();
    this.camera.position.addScaledVector(this.camera.getWorldDirection(new Vector3()), -event.deltaY * 0.004 * this.speed);
    this.steered();
  };
}
