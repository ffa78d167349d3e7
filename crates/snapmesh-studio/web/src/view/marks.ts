// Marks on the map: colors as the graphics card wants them, and sizes that can be seen from far away.

import { Color, type Material } from 'three';

/** How high the picture is, in pixels; kept by the stage. */
export const screen = { height: { value: 1 } };

const known = new Map<string, Color>();

/** A CSS color as light, made once for each text. Do not change it. */
export function light(color: string): Color {
  let made = known.get(color);
  if (!made) known.set(color, (made = new Color(color)));
  return made;
}

/** Makes copies of a shape of radius 1 grow on the map so that on the screen they have at least so many pixels of radius. */
export function keepVisible<M extends Material>(material: M, pixels: number): M {
  material.onBeforeCompile = (shader) => {
    shader.uniforms.screenHeight = screen.height;
    shader.uniforms.leastPixels = { value: pixels };
    shader.vertexShader = `uniform float screenHeight;\nuniform float leastPixels;\n${shader.vertexShader}`.replace(
      '#include <begin_vertex>', GROW,
    );
  };
  material.customProgramCacheKey = () => 'keepVisible';
  return material;
}

/** A pixel covers more of the map the farther away it is; not so in a plan, whose projection has 1 in its last corner. */
const GROW = /* glsl */ `
  #include <begin_vertex>
  vec4 middle = modelViewMatrix * instanceMatrix * vec4(0.0, 0.0, 0.0, 1.0);
  float away = projectionMatrix[3][3] == 1.0 ? 1.0 : -middle.z;
  float pixel = 2.0 * away / (projectionMatrix[1][1] * screenHeight);
  transformed *= max(1.0, leastPixels * pixel / length(instanceMatrix[2].xyz));
`;
