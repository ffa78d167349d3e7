// The camera in use: one of orbit, fly and plan, or that of whoever walks.

import { Box3, type Camera, OrthographicCamera, PerspectiveCamera, Sphere } from 'three';
import type { Keys } from '../keys';
import type { Stage } from '../stage';
import type { CameraMode } from '../types';
import { Fly } from './fly';
import { Orbit } from './orbit';
import { Plan } from './plan';
import type { Steering } from './steering';

export class Rig {
  private readonly orbit: Orbit;
  private readonly fly: Fly;
  private readonly plan: Plan;
  private mode: CameraMode = 'orbit';
  private readonly map = new Sphere();
  private resting = false;
  /** Whether the whole map is kept in view: until somebody moves the camera. */
  private following = true;
  private followed = new Box3();

  constructor(private readonly stage: Stage, keys: Keys) {
    const events = { changed: () => stage.request(), moved: () => (this.following = false) };
    this.orbit = new Orbit(stage.canvas, events);
    this.fly = new Fly(this.orbit.camera, stage.canvas, keys, events);
    this.plan = new Plan(stage.canvas, events);
    stage.camera = this.orbit.camera;
  }

  setMode(mode: CameraMode): void {
    if (mode === this.mode) return;
    const distance = this.orbit.distance;
    this.current.enable(false);
    const flew = this.mode === 'fly';
    this.mode = mode;
    if (flew) this.orbit.adopt(distance);
    if (!this.resting) this.resume();
  }

  /** Takes over from a walk. */
  resume(): void {
    this.resting = false;
    this.current.enable(true);
    this.stage.camera = this.current.camera;
    this.stage.request();
  }

  /** Leaves pointer and keys to a walk. */
  rest(): void {
    this.resting = true;
    this.current.enable(false);
  }

  drag(dx: number, dy: number): void {
    this.fly.drag(dx, dy);
  }

  /** The map is this large: planes and speeds follow, and the camera if the map grew out of its view. */
  setMap(boxes: Box3[], all: Box3): void {
    if (all.isEmpty()) return;
    all.getBoundingSphere(this.map);
    this.fly.speed = Math.min(Math.max(this.map.radius / 5, 4), 40);
    if (!this.following || this.followed.containsBox(all)) return;
    this.followed.copy(all);
    this.show(boxes, false);
  }

  /** Moves so that the boxes of a target, or of the whole map, are seen. */
  frame(boxes: Box3[], whole: boolean): void {
    this.following = whole;
    if (whole) this.followed = boxes.reduce((all, box) => all.union(box), new Box3());
    this.show(boxes, true);
  }

  tick(seconds: number): boolean {
    const moving = this.current.tick(seconds);
    setPlanes(this.current.camera, this.map);
    return moving;
  }

  dispose(): void {
    for (const steering of [this.orbit, this.fly, this.plan]) steering.dispose();
  }

  /** The other cameras see the same, so that the next one chosen starts there. */
  private show(boxes: Box3[], smooth: boolean): void {
    const seen = boxes.filter((box) => !box.isEmpty());
    if (seen.length === 0) return;
    const other = this.mode === 'plan' ? this.orbit : this.plan;
    other.frame(seen, this.stage.pane, false);
    this.current.frame(seen, this.stage.pane, smooth);
    this.stage.request();
  }

  private get current(): Steering {
    return this[this.mode];
  }
}

/** What is nearer or farther is not drawn: as tight as the map allows, so that surfaces close to each other do not flicker. */
function setPlanes(camera: Camera, map: Sphere): void {
  const distance = camera.position.distanceTo(map.center);
  if (camera instanceof PerspectiveCamera) camera.near = Math.max(0.1, (distance - map.radius * 2) * 0.5);
  if (camera instanceof PerspectiveCamera || camera instanceof OrthographicCamera) camera.far = distance + map.radius * 4 + 50;
}
