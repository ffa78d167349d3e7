// What is selected: a bright box and a tint around a piece, a ring around a connector. They are seen in every coloring.

import {
  BoxGeometry, EdgesGeometry, Group, Matrix4, Mesh, MeshBasicMaterial, Quaternion, TorusGeometry, Vector3,
} from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';
import type { Vec3 } from '../protocol';
import type { Cut } from './cut';
import type { PieceArt } from './kit';
import { type Pose, poseMatrix } from './poses';

const BRIGHT = '#ff8a00';
const RIM = '#14181d';

export class Highlight {
  readonly group = new Group();
  private readonly tint: MeshBasicMaterial;
  private readonly tinted = new Group();
  private readonly edges = new LineSegmentsGeometry();
  /** A dark rim below a bright line shows on any color; a faint line shows through walls. */
  private readonly lines = [
    new LineMaterial({ color: BRIGHT, linewidth: 2, transparent: true, opacity: 0.4, depthTest: false, depthWrite: false }),
    new LineMaterial({ color: RIM, linewidth: 5.5 }),
    new LineMaterial({ color: BRIGHT, linewidth: 3, polygonOffset: true, polygonOffsetFactor: -2, polygonOffsetUnits: -4 }),
  ];
  private readonly outline = new Group();
  private readonly ring = new Group();

  constructor(cut: Cut) {
    this.tint = cut.teach(new MeshBasicMaterial({
      color: BRIGHT, transparent: true, opacity: 0.3, depthWrite: false,
      polygonOffset: true, polygonOffsetFactor: -1, polygonOffsetUnits: -2,
    }));
    const box = new BoxGeometry();
    const edges = new EdgesGeometry(box);
    this.edges.fromEdgesGeometry(edges);
    for (const [order, line] of this.lines.entries()) this.outline.add(ordered(new LineSegments2(this.edges, line), order + 1));
    this.ring.add(ordered(ringMesh(0.1, RIM), 20), ordered(ringMesh(0.06, BRIGHT), 21));
    this.group.add(this.tinted, this.outline, this.ring);
    box.dispose();
    edges.dispose();
    this.clear();
  }

  clear(): void {
    this.tinted.clear();
    this.outline.visible = this.ring.visible = false;
  }

  /** Selects a placed piece or a door. */
  showPiece(art: PieceArt, row: Pose, cut: number): void {
    this.clear();
    for (const { geometry } of art.parts) this.tinted.add(new Mesh(geometry, this.tint));
    place(this.tinted, poseMatrix(row, new Matrix4()));
    const { min, max } = art.info;
    const top: Vec3 = [max[0], Math.min(max[1], min[1] + cut), max[2]];
    place(this.outline, poseMatrix(row, new Matrix4()).multiply(boxMatrix(min, top)));
    this.outline.visible = true;
  }

  /** Selects a connector: a ring across its heading. */
  showConnector(at: Vector3, heading: Vector3, size: number): void {
    this.clear();
    this.ring.position.copy(at);
    this.ring.quaternion.copy(new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), heading));
    this.ring.scale.setScalar(size);
    this.ring.visible = true;
  }

  dispose(): void {
    this.tint.dispose();
    this.edges.dispose();
    for (const line of this.lines) line.dispose();
    for (const mesh of this.ring.children as Mesh<TorusGeometry, MeshBasicMaterial>[]) {
      mesh.geometry.dispose();
      mesh.material.dispose();
    }
  }
}

function place(group: Group, matrix: Matrix4): void {
  matrix.decompose(group.position, group.quaternion, group.scale);
}

/** Makes a box of size 1 this box, a little larger so that it does not flicker with walls. */
function boxMatrix(min: Vec3, max: Vec3): Matrix4 {
  const size = new Vector3(...max).sub(new Vector3(...min)).addScalar(0.04);
  const middle = new Vector3(...max).add(new Vector3(...min)).multiplyScalar(0.5);
  return new Matrix4().compose(middle, new Quaternion(), size);
}

function ringMesh(thickness: number, color: string): Mesh {
  const material = new MeshBasicMaterial({ color, depthTest: false, depthWrite: false, transparent: true, toneMapped: false });
  return new Mesh(new TorusGeometry(1.1, thickness, 10, 48), material);
}

function ordered<M extends Mesh>(mesh: M, order: number): M {
  mesh.renderOrder = order;
  return mesh;
}
