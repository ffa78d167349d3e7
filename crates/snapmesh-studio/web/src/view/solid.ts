// The map as something that rays meet and walkers bump into: the triangles of each piece, where the piece is placed.

import { Box3, type Ray, Triangle, Vector3 } from 'three';
import type { PieceArt } from './kit';
import { type Pose, toMap, toPiece, turn, turnBack } from './poses';

export interface Hit {
  placed: number;
  distance: number;
  point: Vector3;
  normal: Vector3;
}

export interface CastLimits {
  far?: number;
  /** Metres above the floor of its piece where things end. */
  cut?: number;
  /** Whether triangles that are drawn from one side only are met from the other side too. */
  back?: boolean;
}

/** What stands on the map: rows and the boxes around them, of which the first `shown` are seen. */
export interface Standing {
  readonly rows: readonly Pose[];
  readonly bounds: readonly Box3[];
  readonly shown: number;
}

export class Solid {
  private art: PieceArt[] = [];

  constructor(private readonly placed: Standing) {}

  /** The pieces, by their numbers. */
  setKit(art: PieceArt[]): void {
    this.art = art;
  }

  /** The first thing that a ray meets. */
  cast(ray: Ray, { far = Infinity, cut = Infinity, back = false }: CastLimits = {}): Hit | null {
    let nearest: Hit | null = null;
    for (const { placed, entry } of this.onTheWay(ray, far)) {
      if (nearest && entry > nearest.distance) break;
      const row = this.placed.rows[placed];
      const art = this.art[row[0]];
      const origin = toPiece(row, ray.origin.clone());
      const direction = turnBack(row, ray.direction.clone());
      const limits = { far: nearest?.distance ?? far, top: art.info.min[1] + cut, back };
      const meeting = art.triangles().cast(origin, direction, limits);
      if (!meeting) continue;
      const point = ray.at(meeting.distance, new Vector3());
      nearest = { placed, distance: meeting.distance, point, normal: turn(row, meeting.normal) };
    }
    return nearest;
  }

  /** Visits, for each triangle within a radius of a place, its point that is nearest to the place, and its normal. */
  near(place: Vector3, radius: number, visit: (point: Vector3, normal: Vector3) => void): void {
    around.min.copy(place).subScalar(radius);
    around.max.copy(place).addScalar(radius);
    this.placed.bounds.forEach((bounds, placed) => {
      if (placed >= this.placed.shown || !bounds.intersectsBox(around)) return;
      const row = this.placed.rows[placed];
      local.copy(place);
      toPiece(row, local);
      this.art[row[0]]?.triangles().near(local, radius, (a, b, c) => {
        triangle.set(a, b, c);
        triangle.closestPointToPoint(local, point);
        if (point.distanceToSquared(local) > radius * radius) return;
        triangle.getNormal(normal);
        visit(toMap(row, point), turn(row, normal));
      });
    });
  }

  /** Pieces whose boxes a ray meets, nearest first. */
  private onTheWay(ray: Ray, far: number): { placed: number; entry: number }[] {
    const found: { placed: number; entry: number }[] = [];
    this.placed.bounds.forEach((bounds, placed) => {
      if (placed >= this.placed.shown || !this.art[this.placed.rows[placed][0]]) return;
      const inside = bounds.containsPoint(ray.origin);
      if (!inside && !ray.intersectBox(bounds, point)) return;
      const entry = inside ? 0 : point.distanceTo(ray.origin);
      if (entry <= far) found.push({ placed, entry });
    });
    return found.sort((a, b) => a.entry - b.entry);
  }
}

const around = new Box3();
const triangle = new Triangle();
const local = new Vector3();
const point = new Vector3();
const normal = new Vector3();
