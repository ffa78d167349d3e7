// The view of a piece on the bench: the piece, its marks, what of it is floor, and a second piece that is joined to it.

import {
  Box3, BufferAttribute, BufferGeometry, DoubleSide, Group, Mesh, MeshBasicMaterial, Sphere, Vector3,
} from 'three';
import type { Vec3 } from '../../protocol';
import { Rig } from '../cameras/rig';
import { Cut } from '../cut';
import { Keys } from '../keys';
import { disposeParts, type Part, partsOf, readGlb } from '../kit';
import { poseMatrix } from '../poses';
import { Sky } from '../sky';
import { Stage } from '../stage';
import { Dragging } from './drag';
import { Edges } from './edges';
import { Marks } from './marks';
import type { BenchEvents, BenchLabel, BenchMarks, BenchSnap, BenchView } from './types';

const FLOOR = '#1f9e89';
/** An arrow is a tenth of the piece, within reason. */
const ARROW = { share: 0.1, least: 0.35, most: 1.6, reach: 1.6 };

/** Throws an `Error` with a sentence for people if there is no 3D. */
export function createBench(canvas: HTMLCanvasElement, events: BenchEvents, snap: BenchSnap): BenchView {
  return new Bench(canvas, events, snap);
}

class Bench implements BenchView {
  private readonly stage: Stage;
  private readonly sky: Sky;
  private readonly keys: Keys;
  private readonly rig: Rig;
  private readonly cut = new Cut();
  private readonly marks = new Marks();
  private readonly dragging: Dragging;
  private readonly piece = new Shown(this.cut);
  private readonly other = new Shown(this.cut);
  private readonly floor = new Mesh(
    new BufferGeometry(),
    new MeshBasicMaterial({
      color: FLOOR, transparent: true, opacity: 0.4, side: DoubleSide, depthWrite: false, polygonOffset: true, polygonOffsetFactor: -2,
    }),
  );
  private edges: Edges | null = null;
  private shown: BenchMarks = { connectors: [], boxes: [], proposals: [], selected: null };
  private name = '';

  constructor(private readonly canvas: HTMLCanvasElement, private readonly events: BenchEvents, snap: BenchSnap) {
    this.stage = new Stage(canvas);
    this.sky = new Sky(this.stage);
    this.keys = new Keys(canvas, () => this.stage.request());
    this.rig = new Rig(this.stage, this.keys);
    this.dragging = new Dragging(
      {
        canvas, snap, marks: this.marks,
        camera: () => this.stage.camera,
        shown: () => this.shown,
        edges: () => (this.edges ??= new Edges(this.piece.parts)),
      },
      events,
    );
    this.stage.scene.add(this.piece.group, this.other.group, this.floor, this.marks.group);
    this.stage.add((seconds) => this.tick(seconds));
  }

  async setPiece(glb: ArrayBuffer | null, floor: number, name: string): Promise<void> {
    if (!(await this.piece.set(glb, floor))) return;
    this.edges = null;
    this.fit(name !== this.name);
    this.name = name;
  }

  setMarks(marks: BenchMarks): void {
    this.shown = marks;
    this.marks.set(marks);
    this.stage.request();
  }

  setFloor(corners: Float32Array | null): void {
    this.floor.geometry.dispose();
    this.floor.geometry = new BufferGeometry();
    if (corners) this.floor.geometry.setAttribute('position', new BufferAttribute(corners, 3));
    this.floor.visible = corners !== null;
    this.stage.request();
  }

  async setJoined(glb: ArrayBuffer | null, pose: [number, number, number, number, number]): Promise<void> {
    const wasShown = this.other.parts.length > 0;
    if (glb !== this.other.glb && !(await this.other.set(glb, 0))) return;
    poseMatrix([0, ...pose], this.other.group.matrix);
    this.other.group.matrixAutoUpdate = false;
    this.other.group.matrixWorldNeedsUpdate = true;
    this.fit(wasShown !== this.other.parts.length > 0);
  }

  setOptions({ camera, boxes, cut, theme }: Parameters<BenchView['setOptions']>[0]): void {
    this.rig.setMode(camera);
    this.marks.boxes.visible = boxes;
    this.cut.set(cut);
    this.sky.setTheme(theme);
    this.sky.shadowsChanged();
    this.stage.request();
  }

  frame(): void {
    this.rig.frame(this.framed(), true);
  }

  pointed(level: number): Vec3 | null {
    return this.dragging.pointed(this.piece.group, level);
  }

  dispose(): void {
    this.floor.geometry.dispose();
    this.floor.material.dispose();
    for (const part of [this.dragging, this.rig, this.keys, this.marks, this.piece, this.other, this.sky, this.stage]) part.dispose();
  }

  private tick(seconds: number): boolean {
    const moving = this.rig.tick(seconds);
    this.stage.camera.updateMatrixWorld();
    this.events.placed(this.labels());
    return moving;
  }

  private labels(): BenchLabel[] {
    const { connectors, proposals } = this.shown;
    const { clientWidth, clientHeight } = this.canvas;
    const label = (kind: BenchLabel['kind'], index: number, at: Vec3): BenchLabel => {
      const place = new Vector3(...at).project(this.stage.camera);
      return { kind, index, x: ((place.x + 1) / 2) * clientWidth, y: ((1 - place.y) / 2) * clientHeight };
    };
    return [
      ...connectors.map(({ at }, index) => label('connector', index, at)),
      ...proposals.map(({ note, index }) => label('proposal', index, note.at)),
    ];
  }

  private bounds(): Box3[] {
    return [this.piece, this.other].map(({ group }) => new Box3().setFromObject(group, true)).filter((box) => !box.isEmpty());
  }

  /** What the camera shows: arrows stand out of their piece. */
  private framed(): Box3[] {
    return this.bounds().map((box) => box.expandByVector(new Vector3(1, 0, 1).multiplyScalar(this.marks.size * ARROW.reach)));
  }

  /** Light, ground, planes and arrows for what is there now; and the camera, if that is another thing than before. */
  private fit(isNew: boolean): void {
    const boxes = this.bounds();
    const all = boxes.reduce((sum, box) => sum.union(box), new Box3());
    this.sky.fit(all);
    const { radius } = (boxes[0] ?? new Box3(new Vector3(), new Vector3(1, 1, 1))).getBoundingSphere(new Sphere());
    this.marks.size = Math.min(Math.max(radius * 2 * ARROW.share, ARROW.least), ARROW.most);
    this.setMarks(this.shown);
    const framed = this.framed();
    this.rig.setMap(framed, framed.reduce((sum, box) => sum.union(box), new Box3()));
    if (isNew && boxes.length > 0) this.rig.frame(framed, true);
  }
}

/** A GLB as it is shown. */
class Shown {
  readonly group = new Group();
  parts: Part[] = [];
  glb: ArrayBuffer | null = null;
  private turn = 0;

  constructor(private readonly cut: Cut) {}

  /** Whether it is shown now; another may have come while this one was read. */
  async set(glb: ArrayBuffer | null, floor: number): Promise<boolean> {
    const turn = ++this.turn;
    const parts = glb ? partsOf(await readGlb(glb), floor) : [];
    if (turn !== this.turn) {
      disposeParts(parts);
      return false;
    }
    this.clear();
    this.glb = glb;
    this.parts = parts;
    for (const { geometry, material } of parts) {
      this.cut.teachSolid(material);
      const mesh = new Mesh(geometry, material);
      mesh.castShadow = true;
      mesh.receiveShadow = true;
      this.group.add(mesh);
    }
    return true;
  }

  dispose(): void {
    this.turn++;
    this.clear();
  }

  private clear(): void {
    this.group.clear();
    disposeParts(this.parts);
    this.parts = [];
  }
}
