// Many copies of a few meshes, in buffers that grow; only what changed goes to the graphics card.

import { type Color, DynamicDrawUsage, InstancedBufferAttribute, type InstancedMesh, type Matrix4 } from 'three';

const SMALLEST = 16;

/** Something else that is drawn once for every copy, in a color of its own. */
export type Follower = Pick<InstancedMesh, 'count' | 'visible' | 'instanceMatrix'> & { dispose(): void };

/** All meshes given here are drawn at the same places in the same colors, and share their buffers. */
export class Copies {
  count = 0;
  private capacity = 0;
  private matrices!: Buffer;
  private colors!: Buffer;

  private readonly followers: Follower[] = [];

  constructor(private readonly meshes: InstancedMesh[]) {
    this.grow(SMALLEST);
  }

  follow(follower: Follower): void {
    this.followers.push(follower);
    follower.instanceMatrix = this.matrices.attribute;
  }

  setMatrix(copy: number, matrix: Matrix4): void {
    if (copy >= this.capacity) this.grow(copy + 1);
    matrix.toArray(this.matrices.attribute.array, copy * 16);
    this.matrices.mark(copy);
  }

  setColor(copy: number, color: Color): void {
    if (copy >= this.capacity) this.grow(copy + 1);
    color.toArray(this.colors.attribute.array, copy * 3);
    this.colors.mark(copy);
  }

  /** Says what changed since the last time, before a frame is drawn. */
  flush(): void {
    this.matrices.flush();
    this.colors.flush();
    for (const mesh of [...this.meshes, ...this.followers]) {
      mesh.count = this.count;
      mesh.visible = this.count > 0;
    }
  }

  /** Frees the buffers on the graphics card; they are made again if something is drawn. */
  dispose(): void {
    for (const mesh of [...this.meshes, ...this.followers]) mesh.dispose();
  }

  private grow(least: number): void {
    while (this.capacity < least) this.capacity = Math.max(SMALLEST, this.capacity * 2);
    // Buffers on the graphics card have a fixed size: the old ones go, the new ones are sent whole.
    this.dispose();
    this.matrices = new Buffer(16, this.capacity, this.matrices);
    this.colors = new Buffer(3, this.capacity, this.colors);
    for (const mesh of [...this.meshes, ...this.followers]) mesh.instanceMatrix = this.matrices.attribute;
    for (const mesh of this.meshes) mesh.instanceColor = this.colors.attribute;
  }
}

/** So many numbers for each copy, and which copies changed. */
class Buffer {
  readonly attribute: InstancedBufferAttribute;
  private from = Infinity;
  private to = 0;

  constructor(private readonly width: number, capacity: number, before?: Buffer) {
    this.attribute = new InstancedBufferAttribute(new Float32Array(width * capacity), width);
    this.attribute.setUsage(DynamicDrawUsage);
    if (before) this.attribute.array.set(before.attribute.array);
  }

  mark(copy: number): void {
    this.from = Math.min(this.from, copy);
    this.to = Math.max(this.to, copy + 1);
  }

  flush(): void {
    if (this.to <= this.from) return;
    this.attribute.addUpdateRange(this.from * this.width, (this.to - this.from) * this.width);
    this.attribute.needsUpdate = true;
    this.from = Infinity;
    this.to = 0;
  }
}
