// Connectors, proposals and boxes of a piece as they are drawn on the bench, with the handles that they are dragged by.

import {
  type BufferGeometry, Color, CylinderGeometry, DoubleSide, EdgesGeometry, BoxGeometry, GreaterDepth, Group, LineBasicMaterial,
  LineSegments, type Material, Matrix4, Mesh, MeshBasicMaterial, MeshLambertMaterial, type Object3D, SphereGeometry, Vector3,
} from 'three';
import type { BoxNote, ConnectorNote, Vec3 } from '../../protocol';
import { connectorColor } from '../colors';
import { light } from '../marks';
import { marker, MOST_STUDS } from '../overlays/marker';
import type { BenchFace, BenchMark, BenchMarks } from './types';

/** What a handle does when it is dragged. */
export interface Handle {
  mark: BenchMark;
  does: 'move' | 'turn' | 'pull' | 'pick';
  face?: BenchFace;
}

const SELECTED = '#2f62d9';
const BOX = '#a21caf';
const PROPOSED = 0.55;
/** Boxes lie in the walls of their piece most of the time, and arrows behind them: they are seen through it, fainter. */
const BEHIND = 0.45;
/** What the selected one takes up. */
const FILL = 0.1;
const FACES: BenchFace[] = ([0, 1, 2] as const).flatMap((axis) => ([-1, 1] as const).map((side) => ({ axis, side })));

export class Marks {
  readonly group = new Group();
  readonly boxes = new Group();
  /** What can be grabbed; `userData.handle` tells what it is. */
  readonly handles: Object3D[] = [];
  /** How long an arrow is, in metres. */
  size = 1;
  private readonly materials = new Map<string, Material>();
  private readonly shapes = new Map<string, BufferGeometry>();

  constructor() {
    this.group.add(this.boxes);
  }

  set({ connectors, boxes, proposals, selected }: BenchMarks): void {
    this.clear();
    const isSelected = (kind: BenchMark['kind'], index: number) => selected?.kind === kind && selected.index === index;
    connectors.forEach((note, index) => this.addConnector(note, { kind: 'connector', index }, isSelected('connector', index)));
    for (const { note, index } of proposals) this.addConnector(note, { kind: 'proposal', index }, isSelected('proposal', index));
    boxes.forEach((box, index) => this.addBox(box, { kind: 'box', index }, isSelected('box', index)));
  }

  dispose(): void {
    this.clear();
    for (const shape of this.shapes.values()) shape.dispose();
    for (const material of this.materials.values()) material.dispose();
  }

  private clear(): void {
    this.handles.length = 0;
    this.boxes.clear();
    for (const child of [...this.group.children]) if (child !== this.boxes) this.group.remove(child);
  }

  private addConnector(note: ConnectorNote, mark: BenchMark, isSelected: boolean): void {
    const studs = Math.min(Math.max(note.pins, 1), MOST_STUDS);
    const isProposal = mark.kind === 'proposal';
    const shape = this.shape(`marker ${studs}`, () => marker(studs));
    const arrow = new Mesh(shape, this.arrowMaterial(note.color, isProposal));
    const hidden = new Mesh(shape, this.hiddenMaterial(note.color));
    const frame = frameOf(note, this.size);
    for (const mesh of [arrow, hidden]) mesh.applyMatrix4(frame);
    // An arrow hides parts of itself, too: what of it is seen comes over that.
    arrow.renderOrder = 1;
    this.group.add(hidden);
    this.grab(arrow, { mark, does: isProposal ? 'pick' : 'move' });
    this.group.add(arrow);
    if (isProposal) return;
    if (isSelected) this.addRing(frame);
    this.addTurner(frame, mark, isSelected);
  }

  /** A ring around what is selected. */
  private addRing(frame: Matrix4): void {
    const ring = new Mesh(
      this.shape('ring', () => new CylinderGeometry(1.25, 1.25, 0.05, 48, 1, true)),
      this.material('ring', () => new MeshBasicMaterial({ color: SELECTED, side: DoubleSide })),
    );
    ring.applyMatrix4(frame);
    this.group.add(ring);
  }

  /** The ball before the tip, which turns the arrow. */
  private addTurner(frame: Matrix4, mark: BenchMark, isSelected: boolean): void {
    if (!isSelected) return;
    const ball = new Mesh(
      this.shape('ball', () => new SphereGeometry(0.17, 20, 14)),
      this.material('ball', () => new MeshLambertMaterial({ color: SELECTED, emissive: '#16306b' })),
    );
    ball.applyMatrix4(new Matrix4().makeTranslation(0, 0.05, 1.25).premultiply(frame));
    this.grab(ball, { mark, does: 'turn' });
    this.group.add(ball);
  }

  private addBox(box: BoxNote, mark: BenchMark, isSelected: boolean): void {
    const { center, half, turn } = shapeOf(box);
    const frame = new Matrix4().makeRotationY((turn * Math.PI) / 180).setPosition(center);
    const full = new Matrix4().makeScale(...(half.map((x) => Math.max(x * 2, 1e-4)) as Vec3)).premultiply(frame);
    const color = isSelected ? SELECTED : BOX;
    this.addEdges(full, this.material(`line ${color}`, () => new LineBasicMaterial({ color })));
    this.addEdges(full, this.material(`line ${color} behind`, () => behind(new LineBasicMaterial({ color }), BEHIND)));
    if (!isSelected) return;
    const fill = new Mesh(
      this.shape('box', () => new BoxGeometry()),
      this.material('fill', () => behind(new MeshBasicMaterial({ color, side: DoubleSide }), FILL)),
    );
    fill.applyMatrix4(full);
    this.boxes.add(fill);
    this.addFaces(frame, half, mark);
  }

  private addEdges(frame: Matrix4, material: Material): void {
    const lines = new LineSegments(this.shape('edges', () => new EdgesGeometry(new BoxGeometry())), material);
    lines.applyMatrix4(frame);
    this.boxes.add(lines);
  }

  /** A disc on each face, which moves it. */
  private addFaces(frame: Matrix4, half: Vec3, mark: BenchMark): void {
    for (const face of FACES) {
      const disc = new Mesh(
        this.shape('disc', () => new CylinderGeometry(0.22, 0.22, 0.06, 24)),
        this.material('disc', () => behind(new MeshLambertMaterial({ color: SELECTED, emissive: '#16306b' }), 1)),
      );
      const place: Vec3 = [0, 0, 0];
      place[face.axis] = half[face.axis] * face.side;
      const stood = new Matrix4().makeScale(this.size, this.size, this.size).setPosition(...place);
      if (face.axis === 0) stood.multiply(new Matrix4().makeRotationZ(Math.PI / 2));
      if (face.axis === 2) stood.multiply(new Matrix4().makeRotationX(Math.PI / 2));
      disc.applyMatrix4(stood.premultiply(frame));
      this.grab(disc, { mark, does: 'pull', face });
      this.boxes.add(disc);
    }
  }

  private grab(object: Object3D, handle: Handle): void {
    object.userData.handle = handle;
    this.handles.push(object);
  }

  private shape(name: string, make: () => BufferGeometry): BufferGeometry {
    if (!this.shapes.has(name)) this.shapes.set(name, make());
    return this.shapes.get(name)!;
  }

  private material(name: string, make: () => Material): Material {
    if (!this.materials.has(name)) this.materials.set(name, make());
    return this.materials.get(name)!;
  }

  /** What of an arrow is behind or in something solid. */
  private hiddenMaterial(color: string): Material {
    const css = connectorColor(color);
    const fainter = { transparent: true, opacity: BEHIND, depthFunc: GreaterDepth, depthWrite: false };
    return this.material(`hidden ${css}`, () => new MeshBasicMaterial({ vertexColors: true, color: light(css), ...fainter }));
  }

  private arrowMaterial(color: string, isProposal: boolean): Material {
    const css = connectorColor(color);
    return this.material(`arrow ${css} ${isProposal}`, () => {
      const tint = new Color().copy(light(css));
      const seen = isProposal ? { opacity: PROPOSED, depthWrite: false } : {};
      return new MeshLambertMaterial({ vertexColors: true, color: tint, emissive: '#2a2a2a', transparent: true, ...seen });
    });
  }
}

/** The same, drawn over all that is in front of it. */
function behind<M extends Material>(material: M, opacity: number): M {
  material.transparent = true;
  material.opacity = opacity;
  material.depthTest = false;
  material.depthWrite = false;
  return material;
}

/** Where an arrow stands: along +Z of this frame, and as long as 1. */
function frameOf({ at, heading, up }: ConnectorNote, size: number): Matrix4 {
  const forward = new Vector3(...heading).normalize();
  const isVertical = Math.abs(forward.y) > 0.999;
  const upward = new Vector3(...(up ?? (isVertical ? [0, 0, -1] : [0, 1, 0])));
  const side = new Vector3().crossVectors(upward, forward).normalize();
  const top = new Vector3().crossVectors(forward, side);
  const frame = new Matrix4().makeBasis(side.multiplyScalar(size), top.multiplyScalar(size), forward.multiplyScalar(size));
  // A hair above the floor, or the two would flicker.
  return frame.setPosition(at[0], at[1] + 0.02 * size, at[2]);
}

/** Center, half size and turn of a box, however it is written. */
export function shapeOf(box: BoxNote): { center: Vector3; half: Vec3; turn: number } {
  if ('center' in box) return { center: new Vector3(...box.center), half: box.half, turn: box.turn ?? 0 };
  const [low, high] = [new Vector3(...box.min), new Vector3(...box.max)];
  const half = new Vector3().subVectors(high, low).multiplyScalar(0.5).toArray() as Vec3;
  return { center: low.add(high).multiplyScalar(0.5), half, turn: 0 };
}
