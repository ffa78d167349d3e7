// Cuts away what is higher above the floor of its own piece than a height. Every piece is cut by itself, so that maps of
// several storeys open on all of them.

import {
  BackSide, BufferAttribute, type BufferGeometry, DoubleSide, FrontSide, type Material,
  type WebGLProgramParametersWithUniforms,
} from 'three';

/** Higher than anything. */
const NOTHING = 1e9;

export class Cut {
  private readonly height = { value: NOTHING };
  /** Materials that know about the cut, and whether they are capped. */
  private readonly taught = new Map<Material, { capped: boolean }>();

  /** Metres above the floor; infinite if nothing is cut. */
  get above(): number {
    return this.active ? this.height.value : Infinity;
  }

  set(height: number | null): void {
    const before = this.active;
    this.height.value = height ?? NOTHING;
    if (before !== this.active) for (const material of this.taught.keys()) this.refresh(material);
  }

  /** Does something with nothing cut away. */
  without<T>(work: () => T): T {
    const { value } = this.height;
    this.height.value = NOTHING;
    try {
      return work();
    } finally {
      this.height.value = value;
    }
  }

  /** Teaches a material to leave out what is too high. Its geometries need `measure`. */
  teach<M extends Material>(material: M, capped = false): M {
    if (this.taught.has(material)) return material;
    this.taught.set(material, { capped });
    material.addEventListener('dispose', () => this.taught.delete(material));
    // Only while something is cut: a shader that may leave out pixels is slower even if it leaves out none.
    material.onBeforeCompile = (shader) => {
      if (this.active) this.change(shader, capped);
    };
    material.customProgramCacheKey = () => (this.active ? `cut ${capped}` : '');
    this.refresh(material);
    return material;
  }

  /** The same for a material of walls: where a wall is cut one looks into it and sees its other side from within, so that side
   * is painted dark, and the wall looks solid as on an architect's plan. */
  teachSolid<M extends Material>(material: M): M {
    if (material.side !== FrontSide) return this.teach(material);
    // As it would be if the other side were not shown now and then.
    material.shadowSide = BackSide;
    return this.teach(material, true);
  }

  private get active(): boolean {
    return this.height.value !== NOTHING;
  }

  private refresh(material: Material): void {
    if (this.taught.get(material)?.capped) material.side = this.active ? DoubleSide : FrontSide;
    material.needsUpdate = true;
  }

  private change(shader: WebGLProgramParametersWithUniforms, capped: boolean): void {
    shader.uniforms.cutHeight = this.height;
    shader.vertexShader = `attribute float above;\nvarying float vAbove;\n${shader.vertexShader}`.replace(
      '#include <begin_vertex>', '#include <begin_vertex>\nvAbove = above;',
    );
    shader.fragmentShader = `uniform float cutHeight;\nvarying float vAbove;\n${shader.fragmentShader}`.replace(
      '#include <clipping_planes_fragment>', '#include <clipping_planes_fragment>\nif (vAbove > cutHeight) discard;',
    );
    if (capped) shader.fragmentShader = shader.fragmentShader.replace('#include <opaque_fragment>', CAP);
  }
}

const CAP = /* glsl */ `
  #include <opaque_fragment>
  if (!gl_FrontFacing) gl_FragColor.rgb = vec3(0.028, 0.032, 0.038);
`;

/** Notes how high above the floor every corner is. */
export function measure(geometry: BufferGeometry, floor: number): void {
  const { position } = geometry.attributes;
  const above = Float32Array.from({ length: position.count }, (_, i) => position.getY(i) - floor);
  geometry.setAttribute('above', new BufferAttribute(above, 1));
}
