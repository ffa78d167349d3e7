// The connectors of the placed pieces: a stud for each pin, side by side, and an arrow along the heading; where two are linked,
// a ring around them.

import { Color, Group, InstancedMesh, Matrix4, MeshLambertMaterial, Vector3 } from 'three';
import type { Connector, PieceInfo, PlacedRow, Port } from '../../protocol';
import { connectorColor, LINK, mix } from '../colors';
import { Copies } from '../copies';
import { keepVisible, light } from '../marks';
import type { Change, PlacedMap } from '../placed';
import { toMap, turn } from '../poses';
import { Rings } from './links';
import { marker, MOST_STUDS } from './marker';

/** Used connectors are small and dim. */
const USED = { size: 0.4, dim: 0.6 };
const DIM = '#8b9097';
/** Those that are joined beyond the tree are between used and free ones. */
const LINKED = 0.7;

/** Connectors with the same number of pins. */
interface Pile {
  mesh: InstancedMesh;
  copies: Copies;
  ports: Port[];
}

export class Connectors {
  readonly group = new Group();
  /** How large the marker of a free connector is, in metres: doorways of a small kit are small. */
  size = 1;
  private readonly piles = new Map<number, Pile>();
  /** For each placed piece, which copies its connectors are. */
  private copiesOf: number[][] = [];
  private readonly rings = new Rings();
  private readonly material = keepVisible(new MeshLambertMaterial({ vertexColors: true, emissive: '#2a2a2a' }), 7);

  constructor(private readonly placed: PlacedMap) {
    this.group.visible = false;
    this.group.add(this.rings.mesh);
  }

  setKit(pieces: PieceInfo[]): void {
    this.size = markerSize(pieces);
    this.clear();
  }

  show(on: boolean): void {
    if (on === this.group.visible) return;
    this.group.visible = on;
    // While they are hidden nobody keeps them up to date.
    if (on) this.update({ keep: 0, touched: [] });
  }

  update({ keep, touched }: Change): void {
    if (!this.group.visible) return;
    this.retract(keep);
    for (const port of touched) this.draw(port);
    for (let placed = keep; placed < this.placed.rows.length; placed++) this.push(placed);
    for (const { copies, ports } of this.piles.values()) copies.count = ports.length;
    this.rings.set(this.placed.links.map(({ to }) => this.placeOf(to)!), this.size);
  }

  flush(): void {
    if (!this.group.visible) return;
    for (const { copies } of this.piles.values()) copies.flush();
    this.rings.flush();
  }

  /** Free connectors that are shown, and where their markers are. */
  *free(): Generator<{ port: Port; place: Vector3 }> {
    if (!this.group.visible) return;
    for (const { ports } of this.piles.values()) {
      for (const port of ports) if (this.placed.isFree(port.placed, port.connector)) yield { port, place: this.placeOf(port)! };
    }
  }

  /** Where the marker of a connector is; null if there is no such connector. */
  placeOf(port: Port): Vector3 | null {
    const found = this.find(port);
    return found && toMap(found.row, new Vector3(...found.connector.position)).addScaledVector(UP, this.size * 0.1);
  }

  headingOf(port: Port): Vector3 | null {
    const found = this.find(port);
    return found && turn(found.row, new Vector3(...found.connector.heading));
  }

  dispose(): void {
    this.clear();
    this.rings.dispose();
    this.material.dispose();
  }

  private clear(): void {
    for (const { mesh, copies } of this.piles.values()) {
      copies.dispose();
      mesh.geometry.dispose();
      this.group.remove(mesh);
    }
    this.piles.clear();
    this.copiesOf = [];
  }

  private find({ placed, connector }: Port): { row: PlacedRow; connector: Connector } | null {
    const found = this.placed.pieceOf(placed)?.connectors[connector];
    return found ? { row: this.placed.rows[placed], connector: found } : null;
  }

  private retract(keep: number): void {
    this.copiesOf.length = Math.min(keep, this.copiesOf.length);
    for (const { ports } of this.piles.values()) {
      while (ports.length && ports[ports.length - 1].placed >= keep) ports.pop();
    }
  }

  private push(placed: number): void {
    const connectors = this.placed.pieceOf(placed)?.connectors ?? [];
    this.copiesOf.push(connectors.map(({ pins }, connector) => this.pile(pins).ports.push({ placed, connector }) - 1));
    connectors.forEach((_, connector) => this.draw({ placed, connector }));
  }

  private pile(pins: number): Pile {
    const studs = Math.min(Math.max(pins, 0), MOST_STUDS);
    let pile = this.piles.get(studs);
    if (!pile) {
      const mesh = new InstancedMesh(marker(studs), this.material, 0);
      mesh.frustumCulled = false;
      this.group.add(mesh);
      pile = { mesh, copies: new Copies([mesh]), ports: [] };
      this.piles.set(studs, pile);
    }
    return pile;
  }

  private draw(port: Port): void {
    const found = this.find(port);
    if (!found) return;
    const { row, connector } = found;
    const { size, color } = this.lookOf(port, connector);
    const { copies } = this.pile(connector.pins);
    const copy = this.copiesOf[port.placed][port.connector];
    copies.setMatrix(copy, markerMatrix(row, connector, this.placeOf(port)!, this.size * size));
    copies.setColor(copy, color);
  }

  private lookOf({ placed, connector }: Port, { color }: Connector): { size: number; color: Color } {
    if (this.placed.isLinked(placed, connector)) return { size: LINKED, color: light(LINK) };
    const own = connectorColor(color);
    return this.placed.isFree(placed, connector) ? { size: 1, color: light(own) } : { size: USED.size, color: dim(own) };
  }
}

const UP = new Vector3(0, 1, 0);
const matrix = new Matrix4();

function markerMatrix(row: PlacedRow, connector: Connector, place: Vector3, size: number): Matrix4 {
  const heading = turn(row, new Vector3(...connector.heading));
  const up = turn(row, new Vector3(...connector.up));
  const side = new Vector3().crossVectors(up, heading);
  matrix.makeBasis(side.multiplyScalar(size), up.multiplyScalar(size), heading.multiplyScalar(size));
  return matrix.setPosition(place);
}

function dim(color: string): Color {
  return light(mix(color, DIM, USED.dim));
}

/** An eighth of the width of a middling piece. */
function markerSize(pieces: PieceInfo[]): number {
  const widths = pieces.map(({ min, max }) => Math.max(max[0] - min[0], max[2] - min[2])).sort((a, b) => a - b);
  return (widths[widths.length >> 1] ?? 8) / 8;
}
