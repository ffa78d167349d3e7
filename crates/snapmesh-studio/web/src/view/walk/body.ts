// Somebody who walks by keys: slides along walls, climbs steps, falls, and is put back if there is nothing to fall onto.

import { Vector3 } from 'three';
import type { Motion } from '../keys';
import type { Solid } from '../solid';
import type { Agent } from '../types';
import { floorBelow, pushOut } from './collide';

const WALK = 2.4;
const RUN = 5.2;
const GRAVITY = 9.81;
/** How far somebody falls before they are put back, in metres. */
const LOST = 25;

export class Body {
  readonly feet: Vector3;
  private readonly safe: Vector3;
  private falling = 0;

  constructor(private readonly solid: Solid, private readonly agent: Agent, start: Vector3) {
    this.feet = start.clone();
    this.safe = start.clone();
  }

  /** Moves on, looking towards an angle about +Y (0: along -Z). Returns whether anything moved. */
  step(seconds: number, motion: Motion | null, yaw: number): boolean {
    const before = this.feet.clone();
    const wanted = motion ? direction(motion, yaw).multiplyScalar((motion.fast ? RUN : WALK) * seconds) : new Vector3();
    // In small steps: nobody gets through a thin wall between two of them.
    const steps = Math.max(1, Math.ceil(wanted.length() / (this.agent.radius * 0.5)));
    wanted.divideScalar(steps);
    for (let step = 0; step < steps; step++) this.move(wanted);
    this.fall(seconds);
    return this.feet.distanceToSquared(before) > 1e-10 || this.falling > 0;
  }

  private move(by: Vector3): void {
    if (by.lengthSq() === 0) return;
    const before = this.feet.clone();
    this.feet.add(by);
    if (!pushOut(this.solid, this.feet, this.agent)) this.feet.copy(before);
  }

  private fall(seconds: number): void {
    const speed = this.falling + GRAVITY * seconds;
    const down = speed * seconds;
    // Whoever stands goes down steps; whoever falls lands no sooner than they reach the floor.
    const floor = floorBelow(this.solid, this.feet, this.agent, this.falling ? down : this.agent.max_climb);
    if (floor !== null) return this.stand(floor);
    this.falling = speed;
    this.feet.y -= down;
    pushOut(this.solid, this.feet, this.agent);
    if (this.safe.y - this.feet.y > LOST) this.putBack();
  }

  private stand(floor: number): void {
    this.falling = 0;
    this.feet.y = floor;
    this.safe.copy(this.feet);
  }

  private putBack(): void {
    this.falling = 0;
    this.feet.copy(this.safe);
  }
}

function direction({ ahead, aside }: Motion, yaw: number): Vector3 {
  const flat = new Vector3(aside, 0, -ahead);
  return flat.normalize().applyAxisAngle(new Vector3(0, 1, 0), yaw);
}
