export type { Agent, CameraMode, ColorBy, Look, Neighbor, Target, View, ViewEvents, ViewOptions, WalkMode } from './types';
export { createView } from './create';
