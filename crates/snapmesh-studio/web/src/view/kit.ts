// The pieces of a kit as they are drawn: read from a GLB, in the space of each piece, with as few parts as possible.

import {
  BufferAttribute, type BufferGeometry, DoubleSide, type InterleavedBufferAttribute, type Material, type Mesh, type Object3D,
  type Texture,
} from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import type { PieceInfo } from '../protocol';
import { measure } from './cut';
import { Triangles } from './triangles';

/** All of a piece that has one material. */
export interface Part {
  geometry: BufferGeometry;
  material: Material;
  /** Whether it is drawn from both sides. */
  twoSided: boolean;
}

/** What a piece looks like. */
export class PieceArt {
  private solid: Triangles | null = null;

  constructor(readonly info: PieceInfo, readonly parts: Part[]) {}

  /** Its triangles, for rays and walkers; sorted when they are first asked for. */
  triangles(): Triangles {
    return (this.solid ??= new Triangles(this.parts));
  }
}

export async function readGlb(glb: ArrayBuffer): Promise<Object3D> {
  const { scene } = await new GLTFLoader().parseAsync(glb, '');
  scene.updateMatrixWorld(true);
  return scene;
}

/** The nodes of the pieces: children of the root, named `p0_Name`, `p1_Name` and so on, in the order of those numbers. */
export function pieceNodes(scene: Object3D): Object3D[] {
  const root = scene.children[0] ?? scene;
  const numbered = root.children.map((node, place) => ({ node, number: numberOf(node) ?? place }));
  return numbered.sort((a, b) => a.number - b.number).map(({ node }) => node);
}

/** Everything drawn below a node, one part for each material. */
export function partsOf(node: Object3D, floor: number): Part[] {
  const alike = new Map<string, Part[]>();
  node.traverse((child) => {
    const mesh = child as Mesh;
    if (!mesh.isMesh) return;
    const material = mesh.material as Material;
    const part = { geometry: baked(mesh), material, twoSided: material.side === DoubleSide };
    const key = `${part.material.uuid} ${layoutOf(part.geometry)}`;
    alike.set(key, [...(alike.get(key) ?? []), part]);
  });
  const parts = [...alike.values()].map(joined);
  for (const { geometry } of parts) measure(geometry, floor);
  return parts;
}

/** Frees geometries, materials and textures. */
export function disposeParts(parts: Part[]): void {
  for (const { geometry, material } of parts) {
    geometry.dispose();
    for (const texture of texturesOf(material)) {
      texture.dispose();
      // Pictures out of a GLB are bitmaps, which hold their memory until they are told.
      (texture.image as Partial<ImageBitmap> | null)?.close?.();
    }
    material.dispose();
  }
}

export function texturesOf(material: Material): Texture[] {
  return Object.values(material).filter((value): value is Texture => Boolean((value as Texture | null)?.isTexture));
}

function numberOf(node: Object3D): number | null {
  const number = /^p(\d+)_/.exec(node.name)?.[1];
  return number === undefined ? null : Number(number);
}

/** The geometry where the mesh stands. */
function baked(mesh: Mesh): BufferGeometry {
  const geometry = mesh.geometry.clone();
  for (const name of ['position', 'normal', 'tangent']) {
    const attribute = geometry.getAttribute(name);
    if (attribute) geometry.setAttribute(name, floats(attribute));
  }
  if (!geometry.getAttribute('normal')) geometry.computeVertexNormals();
  geometry.applyMatrix4(mesh.matrixWorld);
  if (mesh.matrixWorld.determinant() < 0) flip(geometry);
  return geometry;
}

/** Attributes may be whole numbers with a scale, which a turned piece could not be written in. */
function floats(attribute: BufferAttribute | InterleavedBufferAttribute): BufferAttribute {
  const { count, itemSize } = attribute;
  const values = new Float32Array(count * itemSize);
  for (let i = 0; i < values.length; i++) values[i] = attribute.getComponent(Math.floor(i / itemSize), i % itemSize);
  return new BufferAttribute(values, itemSize);
}

/** A mirrored mesh has its triangles the wrong way around. */
function flip(geometry: BufferGeometry): void {
  const count = geometry.index?.count ?? geometry.attributes.position.count;
  const index = Array.from({ length: count }, (_, i) => geometry.index?.getX(i) ?? i);
  for (let i = 0; i + 2 < count; i += 3) [index[i + 1], index[i + 2]] = [index[i + 2], index[i + 1]];
  geometry.setIndex(index);
}

/** Geometries with the same text can be merged. */
function layoutOf(geometry: BufferGeometry): string {
  const attributes = Object.entries(geometry.attributes).map(
    ([name, { itemSize, normalized, array }]) => `${name} ${itemSize} ${normalized} ${array.constructor.name}`,
  );
  return [geometry.index ? 'indexed' : 'plain', ...attributes.sort()].join(', ');
}

function joined(parts: Part[]): Part {
  if (parts.length === 1) return parts[0];
  const geometry = mergeGeometries(parts.map((part) => part.geometry));
  for (const part of parts) part.geometry.dispose();
  return { ...parts[0], geometry };
}
