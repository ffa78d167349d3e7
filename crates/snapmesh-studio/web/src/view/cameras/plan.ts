// Looks straight down, north up: drag moves, the wheel goes to where the pointer is.

import { Box3, MOUSE, OrthographicCamera, TOUCH, Vector3 } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { MARGIN, type Pane } from './fit';
import { Glide } from './glide';
import type { Steering, SteeringEvents } from './steering';

export class Plan implements Steering {
  /** Two metres high at zoom 1. */
  readonly camera = new OrthographicCamera(-1, 1, 1, -1, 0.1, 2000);
  private readonly controls: OrbitControls;
  private readonly glide = new Glide();

  constructor(canvas: HTMLCanvasElement, { changed, moved }: SteeringEvents) {
    this.camera.up.set(0, 0, -1);
    this.camera.position.set(0, 500, 0);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableRotate = false;
    this.controls.zoomToCursor = true;
    this.controls.mouseButtons = { LEFT: MOUSE.PAN, MIDDLE: MOUSE.DOLLY, RIGHT: MOUSE.PAN };
    this.controls.touches = { ONE: TOUCH.PAN, TWO: TOUCH.DOLLY_PAN };
    this.controls.addEventListener('change', changed);
    this.controls.addEventListener('start', () => {
      this.glide.stop();
      moved();
    });
    this.enable(false);
  }

  enable(on: boolean): void {
    this.controls.enabled = on;
    this.glide.stop();
  }

  tick(seconds: number): boolean {
    const gliding = this.glide.tick(seconds);
    if (this.controls.enabled) this.controls.update();
    return gliding;
  }

  frame(boxes: Box3[], { aspect, covered }: Pane, smooth: boolean): void {
    const box = boxes.reduce((all, one) => all.union(one), new Box3());
    const middle = box.getCenter(new Vector3());
    const size = box.getSize(new Vector3());
    const height = Math.max(size.z / (1 - covered), size.x / aspect, 1) * MARGIN;
    const zoom = 2 / height;
    middle.z -= (height * covered) / 2;
    const [fromMiddle, fromZoom] = [this.controls.target.clone(), this.camera.zoom];
    this.glide.start((share) => {
      this.controls.target.lerpVectors(fromMiddle, middle, share);
      this.camera.position.copy(this.controls.target).setY(box.max.y + 500);
      this.camera.zoom = fromZoom * (zoom / fromZoom) ** share;
    }, smooth);
  }

  dispose(): void {
    this.controls.dispose();
  }
}
