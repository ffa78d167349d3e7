// The growth of a map, played: which pieces, caps and doors are there after so many events.

import { EventKind, type MapAnswer, type PlacedRow, type TimelineAnswer } from '../protocol';

/** Numbers that a placement has in the timeline's bytes: a `PlacedRow` without its depth. */
const PLACEMENT = 9;
const EVENT = 3;
/** Going back starts from the nearest list that was kept; one is kept after so many events. */
const KEPT_EVERY = 256;

/** What an event put there: a piece or cap by its place on the map, or a door by its number. */
export type Added = { kind: 'piece'; placed: number } | { kind: 'door'; door: number };

export class Replay {
  readonly events: number;
  private readonly kinds: Int32Array;
  private readonly placements: Float64Array;
  /** What grew, as it is on the map in the end: caps come after it. */
  private readonly grown: PlacedRow[];
  /** The event that tells that growth is done; beyond the last one if none does. */
  private readonly grownAt: number;
  /** The event that hung each door. */
  private readonly hung: number[] = [];
  private readonly kept: PlacedRow[][] = [[]];
  private rows: PlacedRow[] = [];
  private at = 0;

  constructor(timeline: TimelineAnswer, map: MapAnswer) {
    const bytes = timeline.bytes ?? new ArrayBuffer(0);
    this.events = timeline.events;
    this.kinds = new Int32Array(bytes, 0, timeline.events * EVENT);
    const start = Math.ceil((timeline.events * EVENT * 4) / 8) * 8;
    this.placements = new Float64Array(bytes, Math.min(start, bytes.byteLength));
    this.grown = map.placed.slice(0, map.pieces);
    let grownAt = this.events;
    for (let event = 0; event < this.events; event += 1) {
      const [kind, a] = this.event(event);
      if (kind === EventKind.Grown) grownAt = event;
      else if (kind === EventKind.Hung) this.hung[a] = event;
    }
    this.grownAt = grownAt;
  }

  /** Whether what is there after the first `count` events is what grew, and what comes from then on are caps and doors. */
  hasGrown(count: number): boolean {
    return count > this.grownAt;
  }

  /** How many doors are there after the first `count` events: they are hung in the order of their numbers. */
  doorsAfter(count: number): number {
    let low = 0;
    let high = this.hung.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.hung[middle]! < count) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The event that hung a door; undefined if the timeline leaves it out. */
  eventOfDoor(door: number): number | undefined {
    return this.hung[door];
  }

  /** What an event put there; null if it put nothing there. */
  addedBy(event: number): Added | null {
    const [kind, a, b] = this.event(event);
    if (kind === EventKind.Placed) return { kind: 'piece', placed: b };
    return kind === EventKind.Hung ? { kind: 'door', door: a } : null;
  }

  /** The pieces on the map after the first `count` events. */
  rowsAfter(count: number): PlacedRow[] {
    if (count < this.at) this.goBack(count);
    while (this.at < count) this.step();
    return this.rows.slice();
  }

  /** How many pieces there are after each event, the state before the first included. */
  counts(): Int32Array {
    const counts = new Int32Array(this.events + 1);
    for (let event = 0; event < this.events; event += 1) {
      const [kind, a, b] = this.event(event);
      if (kind === EventKind.Placed) counts[event + 1] = b + 1;
      else if (kind === EventKind.TakenBack) counts[event + 1] = a;
      else counts[event + 1] = kind === EventKind.Grown ? this.grown.length : counts[event]!;
    }
    return counts;
  }

  private goBack(count: number): void {
    const mark = Math.floor(count / KEPT_EVERY);
    this.rows = this.kept[mark]!.slice();
    this.at = mark * KEPT_EVERY;
  }

  private step(): void {
    const [kind, a, b] = this.event(this.at);
    if (kind === EventKind.Placed) {
      this.rows.length = b;
      this.rows.push(this.placement(a));
    } else if (kind === EventKind.TakenBack) {
      this.rows.length = a;
    } else if (kind === EventKind.Grown) {
      this.rows = this.grown.slice();
    }
    this.at += 1;
    if (this.at % KEPT_EVERY === 0) this.kept[this.at / KEPT_EVERY] ??= this.rows.slice();
  }

  private event(index: number): [kind: number, a: number, b: number] {
    const at = index * EVENT;
    return [this.kinds[at]!, this.kinds[at + 1]!, this.kinds[at + 2]!];
  }

  private placement(index: number): PlacedRow {
    const numbers = this.placements.subarray(index * PLACEMENT, (index + 1) * PLACEMENT);
    const guide = this.rows[numbers[6]!];
    return [...numbers, guide ? guide[9] + 1 : 0] as PlacedRow;
  }
}
