// The boxes of the pieces, as lines.

import {
  BufferGeometry, Float32BufferAttribute, Group, InstancedBufferAttribute, LineBasicMaterial, LineSegments, Vector3,
} from 'three';
import type { Box } from '../../protocol';
import type { PieceArt } from '../kit';
import type { Pieces } from '../pieces';

/** Corners of a box that an edge joins, as signs along its axes. */
const EDGES = [-1, 1].flatMap((a) => [-1, 1].flatMap((b) => [
  [[-1, a, b], [1, a, b]], [[a, -1, b], [a, 1, b]], [[a, b, -1], [a, b, 1]],
])).flat();

export class Boxes {
  readonly group = new Group();
  private readonly material = new LineBasicMaterial({ color: '#c026d3' });

  constructor(private readonly pieces: Pieces) {}

  setKit(art: PieceArt[]): void {
    this.clear();
    art.forEach(({ info }, piece) => {
      const lines = new CopiedLines(linesOf(info.boxes), this.material);
      this.group.add(lines);
      this.pieces.attach(piece, lines);
    });
  }

  dispose(): void {
    this.clear();
    this.material.dispose();
  }

  private clear(): void {
    for (const lines of this.group.children as CopiedLines[]) lines.geometry.dispose();
    this.group.clear();
  }
}

/** Lines that are drawn once for each copy. Three.js has meshes of that kind only, but its renderer asks for no more than this. */
class CopiedLines extends LineSegments {
  readonly isInstancedMesh = true;
  readonly instanceColor = null;
  readonly morphTexture = null;
  override frustumCulled = false;
  instanceMatrix = new InstancedBufferAttribute(new Float32Array(16), 16);
  override count = 0;

  dispose(): void {
    (this as LineSegments).dispatchEvent({ type: 'dispose' } as never);
  }
}

function linesOf(boxes: Box[]): BufferGeometry {
  const corners = boxes.flatMap((box) => EDGES.flatMap((signs) => cornerOf(box, signs).toArray()));
  return new BufferGeometry().setAttribute('position', new Float32BufferAttribute(corners, 3));
}

function cornerOf({ center, half, axes }: Box, signs: number[]): Vector3 {
  const corner = new Vector3(...center);
  axes.forEach((axis, i) => corner.addScaledVector(new Vector3(...axis), half[i] * signs[i]));
  return corner;
}
