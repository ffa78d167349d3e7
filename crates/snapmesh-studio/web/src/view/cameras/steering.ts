// What every way to move a camera has in common.

import type { Box3, Camera } from 'three';
import type { Pane } from './fit';

/** A camera and how it is moved. */
export interface Steering {
  readonly camera: Camera;
  /** Listens to pointer and keys, or does not. */
  enable(on: boolean): void;
  /** Moves on; returns whether it still moves. */
  tick(seconds: number): boolean;
  /** Moves so that all boxes are seen. There is at least one. */
  frame(boxes: Box3[], pane: Pane, smooth: boolean): void;
  dispose(): void;
}

export interface SteeringEvents {
  /** The camera is not where it was. */
  changed(): void;
  /** Somebody moved it by hand. */
  moved(): void;
}
