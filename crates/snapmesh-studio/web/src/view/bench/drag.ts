// Dragging handles on the bench: connectors over their level, or up and down with Shift; their headings; faces of boxes.

import { type Camera, type Object3D, Plane, Raycaster, Vector2, Vector3 } from 'three';
import type { Vec3 } from '../../protocol';
import type { Edges } from './edges';
import { type Handle, type Marks, shapeOf } from './marks';
import type { BenchEvents, BenchMarks, BenchSnap } from './types';

/** Pixels within which a mark snaps to the mesh. */
const REACH = 12;
/** What faces up more than this is a floor. */
const FLOOR = 0.7;
/** Pixels that a hand may tremble in a click. */
const TREMBLE = 4;

interface Held {
  handle: Handle;
  /** Where the mark was, and the offset from there to where it was grabbed. */
  origin: Vector3;
  offset: Vector3;
  isVertical: boolean;
  start: Vector2;
  isMoved: boolean;
}

/** What the dragging needs to know of its surroundings. */
export interface Surroundings {
  canvas: HTMLCanvasElement;
  camera(): Camera;
  marks: Marks;
  shown(): BenchMarks;
  edges(): Edges | null;
  snap: BenchSnap;
}

export class Dragging {
  private readonly ray = new Raycaster();
  private held: Held | null = null;
  private pressed: Vector2 | null = null;
  /** Where the pointer was last; null: not over the view. */
  private last: PointerEvent | null = null;
  private readonly listeners = new AbortController();

  constructor(private readonly around: Surroundings, private readonly events: BenchEvents) {
    const { canvas } = around;
    const first = { signal: this.listeners.signal, capture: true };
    // Before the camera hears of it: what grabs a handle does not turn the camera.
    canvas.addEventListener('pointerdown', this.down, first);
    canvas.addEventListener('pointermove', this.move, first);
    canvas.addEventListener('pointerup', this.up, first);
    canvas.addEventListener('pointerleave', () => (this.last = null), first);
    canvas.addEventListener('pointercancel', this.giveUp, first);
    // The page would leave the bench by this key, or let go of what is selected.
    addEventListener('keydown', this.escape, first);
  }

  dispose(): void {
    this.listeners.abort();
  }

  private readonly down = (event: PointerEvent): void => {
    this.around.canvas.focus({ preventScroll: true });
    if (event.button !== 0 || !event.isPrimary) return;
    this.pressed = new Vector2(event.clientX, event.clientY);
    const handle = this.handleUnder(event);
    if (!handle || handle.does === 'pick') return;
    event.stopImmediatePropagation();
    this.around.canvas.setPointerCapture(event.pointerId);
    const origin = this.originOf(handle);
    const isVertical = event.shiftKey;
    const held = { handle, origin, offset: new Vector3(), isVertical, start: this.pressed, isMoved: false };
    held.offset = this.placeOf(held)?.sub(origin) ?? held.offset;
    this.held = held;
    if (handle.does === 'move') this.events.pick(handle.mark);
  };

  private readonly move = (event: PointerEvent): void => {
    this.aim(event);
    this.last = event;
    const { held } = this;
    if (!held) {
      if (event.buttons === 0) this.around.canvas.style.cursor = this.handleUnder(event) ? 'grab' : '';
      return;
    }
    event.stopImmediatePropagation();
    this.around.canvas.style.cursor = 'grabbing';
    held.isMoved ||= held.start.distanceTo(new Vector2(event.clientX, event.clientY)) > TREMBLE;
    if (held.isMoved) this.drag(held);
  };

  private readonly up = (event: PointerEvent): void => {
    const { held, pressed } = this;
    this.held = null;
    this.pressed = null;
    if (held) {
      event.stopImmediatePropagation();
      if (held.isMoved) this.events.dragEnded();
    } else if (pressed && pressed.distanceTo(new Vector2(event.clientX, event.clientY)) <= TREMBLE) {
      this.events.pick(this.handleUnder(event)?.mark ?? null);
    }
  };

  private readonly escape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !this.held) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.giveUp();
  };

  private readonly giveUp = (): void => {
    if (this.held) this.events.dragGivenUp();
    this.held = null;
    this.pressed = null;
    this.around.canvas.style.cursor = '';
  };

  private drag(held: Held): void {
    const place = this.placeOf(held);
    if (!place) return;
    place.sub(held.offset);
    const { mark, does, face } = held.handle;
    if (does === 'turn') {
      const { at } = this.around.shown().connectors[mark.index]!;
      const degrees = (Math.atan2(place.x - at[0], place.z - at[2]) * 180) / Math.PI;
      this.events.turn(mark.index, this.around.snap.turn(degrees));
    } else if (does === 'pull' && face) {
      this.events.pull(mark.index, face, this.pulledBy(held, place));
    } else {
      this.events.move(mark.index, this.snapped(held, place).toArray() as Vec3);
    }
  }

  /** Where a connector is put that is dragged to a place. */
  private snapped(held: Held, place: Vector3): Vector3 {
    if (held.isVertical) return held.origin.clone().setY(this.around.snap.grid(place.y));
    return this.onLevel(place.setY(held.origin.y));
  }

  private onLevel(place: Vector3): Vector3 {
    const { snap } = this.around;
    const onMesh = snap.toMesh() ? this.around.edges()?.snap(place, this.reachAt(place)) : null;
    return onMesh ?? new Vector3(snap.grid(place.x), place.y, snap.grid(place.z));
  }

  /** What the pointer is over: a floor has a height of its own, all else is on the level. */
  pointed(piece: Object3D, level: number): Vec3 | null {
    if (!this.last) return null;
    this.aim(this.last);
    const [met] = this.ray.intersectObject(piece, true);
    const isFloor = met?.face && met.face.normal.clone().transformDirection(met.object.matrixWorld).y > FLOOR;
    const there = met?.point ?? this.ray.ray.intersectPlane(new Plane(new Vector3(0, 1, 0), -level), new Vector3());
    return there && (this.onLevel(isFloor ? there : there.setY(level)).toArray() as Vec3);
  }

  /** Metres that a face is moved along its normal. */
  private pulledBy(held: Held, place: Vector3): number {
    const { mark, face } = held.handle;
    const normal = this.normalOf(held.handle);
    const along = place.clone().sub(held.origin).dot(normal);
    const box = this.around.shown().boxes[mark.index];
    // Only faces along the axes of the piece lie at one of its coordinates.
    if (!face || !box || 'center' in box) return this.around.snap.grid(along);
    const x = held.origin.getComponent(face.axis) + along * face.side;
    const onMesh = this.around.snap.toMesh() ? this.around.edges()?.snapAlong(face.axis, x, this.reachAt(place)) : null;
    return ((onMesh ?? this.around.snap.grid(x)) - held.origin.getComponent(face.axis)) * face.side;
  }

  private originOf({ mark, does, face }: Handle): Vector3 {
    const { connectors, boxes } = this.around.shown();
    if (does === 'pull' && face) {
      const { center, half } = shapeOf(boxes[mark.index]!);
      return center.addScaledVector(this.normalOf({ mark, does, face }), half[face.axis]);
    }
    return new Vector3(...connectors[mark.index]!.at);
  }

  private normalOf({ mark, face }: Handle): Vector3 {
    const { turn } = shapeOf(this.around.shown().boxes[mark.index]!);
    const normal = new Vector3().setComponent(face!.axis, face!.side);
    return normal.applyAxisAngle(new Vector3(0, 1, 0), (turn * Math.PI) / 180);
  }

  /** Where the ray of the pointer leads: on the level of the mark, or on the line that it is dragged along. */
  private placeOf({ handle, origin, isVertical }: Held): Vector3 | null {
    const { ray } = this.ray;
    if (handle.does === 'pull') return nearestOn(origin, this.normalOf(handle), ray.origin, ray.direction);
    if (isVertical && handle.does === 'move') return nearestOn(origin, new Vector3(0, 1, 0), ray.origin, ray.direction);
    return ray.intersectPlane(new Plane(new Vector3(0, 1, 0), -origin.y), new Vector3());
  }

  /** How many metres the reach of the snapping is at a place. */
  private reachAt(place: Vector3): number {
    const camera = this.around.camera();
    const [here, aside] = [place.clone(), place.clone().add(new Vector3(1, 0, 0).applyQuaternion(camera.quaternion))];
    const pixels = (here.project(camera).distanceTo(aside.project(camera)) * this.around.canvas.clientWidth) / 2;
    return REACH / Math.max(pixels, 1e-6);
  }

  private handleUnder(event: PointerEvent): Handle | null {
    this.aim(event);
    const met = this.ray.intersectObjects(this.around.marks.handles.filter(isShown), false);
    return (met[0]?.object.userData.handle as Handle | undefined) ?? null;
  }

  private aim(event: PointerEvent): void {
    const { left, top, width, height } = this.around.canvas.getBoundingClientRect();
    const at = new Vector2(((event.clientX - left) / width) * 2 - 1, 1 - ((event.clientY - top) / height) * 2);
    this.ray.setFromCamera(at, this.around.camera());
  }
}

function isShown(object: { visible: boolean; parent: { visible: boolean } | null }): boolean {
  return object.visible && (object.parent?.visible ?? true);
}

/** The place on a line that is nearest to a ray. */
function nearestOn(origin: Vector3, along: Vector3, eye: Vector3, look: Vector3): Vector3 | null {
  const to = origin.clone().sub(eye);
  const [cos, a, b] = [along.dot(look), along.dot(to), look.dot(to)];
  const flat = 1 - cos * cos;
  // Who looks along the line cannot drag along it.
  return flat < 1e-4 ? null : origin.clone().addScaledVector(along, (b * cos - a) / flat);
}
