// Background, ground and light, fitted to the map.

import {
  type Box3, Color, DataTexture, DirectionalLight, Group, HemisphereLight, type Material, Matrix4, Mesh, PlaneGeometry,
  PMREMGenerator, RGBAFormat, ShaderMaterial, ShadowMaterial, SRGBColorSpace, Sphere, type Texture, Vector3,
} from 'three';
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js';
import type { Stage } from './stage';

const SKIES = {
  light: { top: '#f4f6f8', bottom: '#d5dbe1', line: '#5b6875', shadow: 0.2, exposure: 1.2 },
  dark: { top: '#2b3037', bottom: '#14171b', line: '#aab6c2', shadow: 0.45, exposure: 1.05 },
};

/** Where the sun stands, seen from the map. */
const SUN = new Vector3(-0.5, 1, 0.42).normalize();

/** How strong the light from everywhere is. */
const OUTDOORS = 0.75;
const INDOORS = 1.5;
/** How much more it is where there is no environment. */
const INSTEAD = 2;

/** Shadows of a map that changes all the time are drawn anew no more often than this, in milliseconds. */
const PAUSE = 120;

export class Sky {
  private readonly sun = new DirectionalLight('#fff3e2', 2.6);
  private readonly daylight = new HemisphereLight('#e4efff', '#8d8274');
  private readonly ground = new Group();
  private readonly grid = gridMaterial();
  /** Neither of the two hides the other, which lies in the same plane. */
  private readonly shade = new ShadowMaterial({ depthWrite: false });
  private environment: Texture | null = null;
  private shadowsDrawn = -Infinity;
  private waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly stage: Stage) {
    const { scene } = stage;
    scene.add(this.sun, this.sun.target, this.daylight, this.ground);
    this.sun.castShadow = true;
    this.sun.shadow.radius = 2.5;
    this.sun.shadow.bias = -0.0004;
    this.addGround(this.shade, 0);
    this.addGround(this.grid, 1);
    this.makeEnvironment();
    this.setIndoors(false);
    this.setTheme('light');
  }

  setTheme(theme: 'light' | 'dark'): void {
    const { top, bottom, line, shadow, exposure } = SKIES[theme];
    (this.stage.scene.background as Texture | null)?.dispose();
    this.stage.scene.background = gradient(new Color(bottom), new Color(top));
    this.grid.uniforms.color.value.set(line);
    this.shade.opacity = shadow;
    this.stage.renderer.toneMappingExposure = exposure;
  }

  setShadows(on: boolean): void {
    this.sun.castShadow = on;
    this.ground.children[0].visible = on;
    this.shadowsChanged();
  }

  /** Fits sun and ground to the box around the map. */
  fit(box: Box3): void {
    this.ground.visible = !box.isEmpty();
    if (box.isEmpty()) return;
    const { center, radius } = box.getBoundingSphere(new Sphere());
    this.ground.position.set(center.x, box.min.y - 0.03, center.z);
    this.ground.scale.setScalar(Math.max(radius * 4, 40));
    this.grid.uniforms.cell.value = gridCell(radius);
    this.grid.uniforms.reach.value = Math.max(radius * 2, 20);
    this.fitSun(box, center, radius);
    this.shadowsChanged();
  }

  /** Draws the shadows anew: at once, or if they were just drawn, in a moment. */
  shadowsChanged(): void {
    if (this.waiting !== undefined) return;
    const wait = this.shadowsDrawn + PAUSE - performance.now();
    if (wait <= 0) this.drawShadows();
    else this.waiting = setTimeout(() => this.drawShadows(), wait);
  }

  /** Whoever walks through rooms with a ceiling sees no sun, so there is more light from everywhere. */
  setIndoors(on: boolean): void {
    this.daylight.intensity = (on ? INDOORS : OUTDOORS) + (this.environment ? 0 : INSTEAD);
  }

  /** What metal mirrors, and soft light from all sides. It is made by the graphics card, so it goes with a lost context. */
  makeEnvironment(): void {
    // It takes a processor seconds.
    if (this.stage.frugal) return;
    const room = new RoomEnvironment();
    const generator = new PMREMGenerator(this.stage.renderer);
    this.environment?.dispose();
    this.environment = generator.fromScene(room, 0.04, 0.1, 100, { size: 64 }).texture;
    this.stage.scene.environment = this.environment;
    this.stage.scene.environmentIntensity = 0.4;
    generator.dispose();
    room.dispose();
  }

  dispose(): void {
    clearTimeout(this.waiting);
    (this.stage.scene.background as Texture).dispose();
    this.environment?.dispose();
    this.sun.dispose();
    this.grid.dispose();
    this.shade.dispose();
    for (const mesh of this.ground.children) (mesh as Mesh).geometry.dispose();
  }

  private drawShadows(): void {
    this.waiting = undefined;
    this.shadowsDrawn = performance.now();
    this.stage.renderer.shadowMap.needsUpdate = true;
    this.stage.request();
  }

  private addGround(material: Material, order: number): void {
    const mesh = new Mesh(new PlaneGeometry().rotateX(-Math.PI / 2), material);
    mesh.receiveShadow = material === this.shade;
    mesh.renderOrder = order - 2;
    this.ground.add(mesh);
  }

  /** Makes the sun's view of the map as tight as can be, so that shadows are sharp enough. */
  private fitSun(box: Box3, center: Vector3, radius: number): void {
    const { shadow } = this.sun;
    this.sun.target.position.copy(center);
    this.sun.position.copy(center).addScaledVector(SUN, radius * 2);
    const turned = box.clone().applyMatrix4(new Matrix4().lookAt(this.sun.position, center, UP).setPosition(0, 0, 0).invert());
    const size = turned.getSize(new Vector3());
    const margin = radius * 0.02 + 0.5;
    shadow.camera.right = size.x / 2 + margin;
    shadow.camera.top = size.y / 2 + margin;
    shadow.camera.left = -shadow.camera.right;
    shadow.camera.bottom = -shadow.camera.top;
    // Far enough for what falls onto the ground beside the map.
    shadow.camera.far = radius * 6;
    shadow.camera.updateProjectionMatrix();
    shadow.mapSize.setScalar(radius > 60 && !this.stage.frugal ? 4096 : 2048);
    shadow.normalBias = (2 * Math.max(shadow.camera.right, shadow.camera.top)) / shadow.mapSize.x;
  }
}

const UP = new Vector3(0, 1, 0);

/** Cells of 1, 10 or 100 metres, so that there are some dozens across the map. */
function gridCell(radius: number): number {
  return 10 ** Math.max(0, Math.round(Math.log10(radius / 12)));
}

function gradient(bottom: Color, top: Color): DataTexture {
  const steps = 256;
  const bytes = new Uint8Array(steps * 4);
  for (let step = 0; step < steps; step++) {
    const hex = bottom.clone().lerp(top, step / (steps - 1)).getHex();
    bytes.set([hex >> 16, (hex >> 8) & 255, hex & 255, 255], step * 4);
  }
  const texture = new DataTexture(bytes, 1, steps, RGBAFormat);
  texture.colorSpace = SRGBColorSpace;
  texture.needsUpdate = true;
  return texture;
}

/** Thin lines that fade with the distance from the map. */
function gridMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    transparent: true,
    depthWrite: false,
    uniforms: { color: { value: new Color() }, cell: { value: 1 }, reach: { value: 1 } },
    vertexShader: /* glsl */ `
      varying vec2 vPlace;
      varying vec2 vFromMiddle;
      void main() {
        vec4 place = modelMatrix * vec4(position, 1.0);
        vPlace = place.xz;
        vFromMiddle = place.xz - modelMatrix[3].xz;
        gl_Position = projectionMatrix * viewMatrix * place;
      }`,
    fragmentShader: /* glsl */ `
      uniform vec3 color;
      uniform float cell;
      uniform float reach;
      varying vec2 vPlace;
      varying vec2 vFromMiddle;
      float lines(float size) {
        vec2 at = vPlace / size;
        vec2 width = fwidth(at);
        vec2 line = 1.0 - smoothstep(0.4, 1.4, abs(fract(at - 0.5) - 0.5) / width);
        // Where cells are smaller than a few pixels, lines would only flicker.
        return max(line.x, line.y) * (1.0 - smoothstep(0.2, 0.5, max(width.x, width.y)));
      }
      void main() {
        float fade = 1.0 - smoothstep(0.4, 1.0, length(vFromMiddle) / reach);
        gl_FragColor = vec4(color, fade * max(lines(cell) * 0.10, lines(cell * 10.0) * 0.16));
        #include <colorspace_fragment>
      }`,
  });
}
