// A walk: a figure on its way, or oneself, and how it is looked at.

import { MathUtils, Vector3 } from 'three';
import type { Vec3 } from '../../protocol';
import type { Rig } from '../cameras/rig';
import type { Cut } from '../cut';
import type { Keys } from '../keys';
import type { Sky } from '../sky';
import type { Hit, Solid } from '../solid';
import type { Stage } from '../stage';
import type { Agent, ViewEvents, WalkMode } from '../types';
import { Body } from './body';
import { floorBelow, isFloor } from './collide';
import { Figure } from './figure';
import { angleBetween, Look } from './look';
import { Way } from './way';

/** Metres a second: somebody who has something to do. */
const SPEED = 2;
const TURN_SPEED = 1.9;

/** Somebody on their way. */
interface Walker {
  mode: WalkMode;
  agent: Agent;
  way: Way;
  loop: boolean;
  /** How far they are on their way. */
  walked: number;
  arrived: boolean;
  figure: Figure;
  /** Where the figure stands, and the angle about +Y that it looks along. */
  feet: Vector3;
  yaw: number;
  body: Body;
}

export class Walk {
  private walker: Walker | null = null;
  private paused = false;
  private readonly look: Look;

  constructor(
    private readonly stage: Stage,
    private readonly rig: Rig,
    private readonly sky: Sky,
    private readonly keys: Keys,
    private readonly solid: Solid,
    cut: Cut,
    private readonly events: ViewEvents,
  ) {
    this.look = new Look(solid, cut);
    addEventListener('keydown', this.escape);
  }

  get active(): boolean {
    return this.walker !== null;
  }

  start(mode: WalkMode, points: Vec3[], agent: Agent, loop: boolean): void {
    const before = this.walker;
    if (points.length === 0) return;
    this.removeFigure();
    const way = new Way(points);
    const feet = way.at(0);
    const figure = new Figure(agent);
    const yaw = before?.yaw ?? headingAt(way, 0) ?? 0;
    const body = new Body(this.solid, agent, feet);
    this.walker = { mode, agent, way, loop, walked: 0, arrived: false, figure, feet, yaw, body };
    this.stage.scene.add(figure.group);
    this.paused = false;
    // Who is sent elsewhere is looked at as before.
    if (!before) this.look.reset(yaw);
    this.rig.rest();
    this.sky.setIndoors(true);
    this.stage.camera = this.look.camera;
    this.setMode(mode);
  }

  setMode(mode: WalkMode): void {
    const { walker } = this;
    if (!walker) return;
    if (mode === 'self' && walker.mode !== 'self') walker.body = new Body(this.solid, walker.agent, walker.feet);
    walker.mode = mode;
    walker.figure.group.visible = mode === 'follow';
    this.keys.listen(mode === 'self');
    this.stage.request();
  }

  pause(paused: boolean): void {
    this.paused = paused;
    this.stage.request();
  }

  end(): void {
    if (!this.walker) return;
    this.removeFigure();
    this.walker = null;
    this.keys.listen(false);
    this.sky.setIndoors(false);
    this.rig.resume();
  }

  /** Where whoever walks stands. */
  place(): Vec3 | null {
    return this.walker && this.feetOf(this.walker).toArray();
  }

  drag(dx: number, dy: number): void {
    if (!this.walker) return;
    this.look.drag(dx, dy);
    this.stage.request();
  }

  /** Sends the figure to a place that was clicked, if it is a floor. */
  click(hit: Hit | null): void {
    const { walker } = this;
    if (!walker || walker.mode === 'self' || !hit || !isFloor(hit.normal, walker.agent)) return;
    this.events.send(walker.feet.toArray(), hit.point.toArray());
  }

  tick(seconds: number): boolean {
    const { walker } = this;
    if (!walker) return false;
    const moving = walker.mode === 'self' ? this.stepBody(walker, seconds) : this.stepFigure(walker, seconds);
    const feet = this.feetOf(walker);
    if (walker.mode === 'follow') this.look.fromBehind(feet, walker.agent, seconds);
    else this.look.fromEyes(feet, walker.agent, seconds);
    return moving;
  }

  dispose(): void {
    this.removeFigure();
    removeEventListener('keydown', this.escape);
  }

  private feetOf(walker: Walker): Vector3 {
    return walker.mode === 'self' ? walker.body.feet : walker.feet;
  }

  private stepBody(walker: Walker, seconds: number): boolean {
    if (this.paused) return false;
    const motion = this.keys.motion();
    if (motion) this.look.yaw += motion.turn * TURN_SPEED * seconds;
    return walker.body.step(seconds, motion, this.look.yaw) || motion !== null;
  }

  private stepFigure(walker: Walker, seconds: number): boolean {
    if (this.paused || walker.arrived) return false;
    walker.walked += SPEED * seconds;
    if (walker.loop && walker.walked > walker.way.length) walker.walked = 0;
    this.putFigure(walker, seconds);
    this.look.follow(walker.yaw, seconds);
    if (walker.walked >= walker.way.length && !walker.loop) this.arrive(walker);
    return true;
  }

  private putFigure(walker: Walker, seconds: number): void {
    const { way, walked, feet, agent, figure } = walker;
    feet.copy(way.at(walked));
    // A way leads over the surface of the navigation, which is a little off what is drawn.
    feet.y = floorBelow(this.solid, feet, agent, agent.max_climb) ?? feet.y;
    const heading = headingAt(way, walked) ?? walker.yaw;
    walker.yaw += angleBetween(walker.yaw, heading) * (1 - Math.exp(-7 * seconds));
    figure.group.position.copy(feet);
    // The figure looks along +Z, cameras along -Z.
    figure.group.rotation.y = walker.yaw + Math.PI;
  }

  private arrive(walker: Walker): void {
    walker.arrived = true;
    this.events.walkEnded();
  }

  private removeFigure(): void {
    if (!this.walker) return;
    this.stage.scene.remove(this.walker.figure.group);
    this.walker.figure.dispose();
  }

  private readonly escape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || !this.walker) return;
    this.end();
    this.events.walkEnded();
  };
}

/** The angle about +Y that leads on from a place of the way; null at its end. */
function headingAt(way: Way, walked: number): number | null {
  const ahead = way.at(Math.min(walked + 0.7, way.length)).sub(way.at(walked));
  return Math.hypot(ahead.x, ahead.z) < 1e-3 ? null : MathUtils.euclideanModulo(Math.atan2(-ahead.x, -ahead.z), Math.PI * 2);
}
