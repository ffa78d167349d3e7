// Turns around a place: left drag turns, right drag moves, the wheel goes to where the pointer is.

import { type Box3, PerspectiveCamera, Vector3 } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { fit, type Pane } from './fit';
import { Glide } from './glide';
import type { Steering, SteeringEvents } from './steering';

/** Where the camera first stands, seen from the map. */
const START = new Vector3(0.55, 0.8, 0.75);

export class Orbit implements Steering {
  readonly camera = new PerspectiveCamera(38, 1, 0.1, 2000);
  private readonly controls: OrbitControls;
  private readonly glide = new Glide();

  constructor(canvas: HTMLCanvasElement, { changed, moved }: SteeringEvents) {
    this.camera.position.copy(START).multiplyScalar(20);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = true;
    this.controls.dampingFactor = 0.12;
    this.controls.zoomToCursor = true;
    this.controls.addEventListener('change', changed);
    this.controls.addEventListener('start', () => {
      this.glide.stop();
      moved();
    });
  }

  enable(on: boolean): void {
    this.controls.enabled = on;
    this.glide.stop();
  }

  /** Goes on from where the camera is now, turning around a place ahead of it. */
  adopt(distance: number): void {
    const ahead = this.camera.getWorldDirection(new Vector3());
    this.controls.target.copy(this.camera.position).addScaledVector(ahead, distance);
  }

  get distance(): number {
    return this.camera.position.distanceTo(this.controls.target);
  }

  tick(seconds: number): boolean {
    const gliding = this.glide.tick(seconds);
    return this.controls.update() || gliding;
  }

  frame(boxes: Box3[], pane: Pane, smooth: boolean): void {
    this.camera.lookAt(this.controls.target);
    const { eye, target } = fit(this.camera, boxes, pane);
    const [fromEye, fromTarget] = [this.camera.position.clone(), this.controls.target.clone()];
    this.glide.start((share) => {
      this.camera.position.lerpVectors(fromEye, eye, share);
      this.controls.target.lerpVectors(fromTarget, target, share);
    }, smooth);
  }

  dispose(): void {
    this.controls.dispose();
  }
}
