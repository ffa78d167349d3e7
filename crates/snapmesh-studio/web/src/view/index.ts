export type { Agent, CameraMode, ColorBy, Target, View, ViewEvents, ViewOptions, WalkMode } from './types';
export { createView } from './create';
