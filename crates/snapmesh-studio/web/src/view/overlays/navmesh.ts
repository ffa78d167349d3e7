// The walkable surface: see-through triangles by region, a little above the floor, and their edges.

import { BufferGeometry, Float32BufferAttribute, Group, LineBasicMaterial, LineSegments, Mesh, MeshBasicMaterial } from 'three';
import { regionColor } from '../colors';
import { light } from '../marks';

const LIFT = 0.04;

export class Navmesh {
  readonly group = new Group();
  private readonly faces = new Mesh(
    new BufferGeometry(),
    new MeshBasicMaterial({ vertexColors: true, transparent: true, opacity: 0.45, depthWrite: false, toneMapped: false }),
  );
  private readonly edges = new LineSegments(
    new BufferGeometry(),
    new LineBasicMaterial({ vertexColors: true, transparent: true, opacity: 0.9, toneMapped: false }),
  );

  constructor() {
    this.group.add(this.faces, this.edges);
    this.group.position.y = LIFT;
    this.group.visible = false;
  }

  /** f32 [x, y, z] for each corner, u32 [a, b, c, region] for each triangle; the largest u32 is a region that is left out. */
  set(corners: Float32Array | null, triangles: Uint32Array | null): void {
    const known = corners && triangles ? { corners, triangles } : { corners: new Float32Array(), triangles: new Uint32Array() };
    fill(this.faces.geometry, known.corners, cornersOf(known.triangles), 1);
    fill(this.edges.geometry, known.corners, edgesOf(known.triangles), 0.6);
    this.faces.visible = this.edges.visible = known.triangles.length > 0;
  }

  dispose(): void {
    for (const { geometry, material } of [this.faces, this.edges]) {
      geometry.dispose();
      material.dispose();
    }
  }
}

/** Corners by number, each with the region it is drawn for: a corner may lie on the border of two. */
type Drawn = { corner: number; region: number }[];

/** What is left out has -1, as what has no region. */
function regionAt(triangles: Uint32Array, triangle: number): number {
  return triangles[triangle + 3] | 0;
}

function cornersOf(triangles: Uint32Array): Drawn {
  const drawn: Drawn = [];
  for (let i = 0; i + 3 < triangles.length; i += 4) {
    const region = regionAt(triangles, i);
    for (let side = 0; side < 3; side++) drawn.push({ corner: triangles[i + side], region });
  }
  return drawn;
}

/** Every edge once, though two triangles have it. */
function edgesOf(triangles: Uint32Array): Drawn {
  const seen = new Set<string>();
  const drawn: Drawn = [];
  for (let i = 0; i + 3 < triangles.length; i += 4) {
    for (let side = 0; side < 3; side++) {
      const [a, b] = [triangles[i + side], triangles[i + ((side + 1) % 3)]];
      const key = a < b ? `${a} ${b}` : `${b} ${a}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const region = regionAt(triangles, i);
      drawn.push({ corner: a, region }, { corner: b, region });
    }
  }
  return drawn;
}

function fill(geometry: BufferGeometry, corners: Float32Array, drawn: Drawn, brightness: number): void {
  const positions = new Float32Array(drawn.length * 3);
  const colors = new Float32Array(drawn.length * 3);
  drawn.forEach(({ corner, region }, i) => {
    positions.set(corners.subarray(corner * 3, corner * 3 + 3), i * 3);
    light(regionColor(region)).clone().multiplyScalar(brightness).toArray(colors, i * 3);
  });
  // Buffers on the graphics card have a fixed size.
  geometry.dispose();
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
  geometry.setAttribute('color', new Float32BufferAttribute(colors, 3));
  geometry.boundingSphere = null;
}
