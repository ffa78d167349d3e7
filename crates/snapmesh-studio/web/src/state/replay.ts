// The growth of a map, played: which pieces, links, caps and doors are there after so many events.

import { EventKind, type Link, type MapAnswer, type PlacedRow, type Role, type TimelineAnswer } from '../protocol';

/** Numbers that a placement has in the timeline's bytes: a `PlacedRow` without its depth. */
const PLACEMENT = 10;
const EVENT = 3;
/** Going back starts from the nearest list that was kept; one is kept after so many events. */
const KEPT_EVERY = 256;

/** The events that changed which links there are, each with those that are there from then on. */
type Linked = { event: number; links: Link[] };

/** What an event put there: a piece or cap by its place on the map, or a door by its number. For a link, the piece that it
 * ends at. */
export type Added = { kind: 'piece'; placed: number } | { kind: 'door'; door: number };

const NO_LINKS: Link[] = [];

export class Replay {
  readonly events: number;
  private readonly kinds: Int32Array;
  private readonly placements: Float64Array;
  /** What is on the map in the end. */
  private readonly final: PlacedRow[];
  /** The event that tells that growth is done; beyond the last one if none does. */
  private readonly grownAt: number;
  /** The event that hung each door. */
  private readonly hung: number[] = [];
  private readonly linked: Linked[] = [];
  private readonly links: Link[];
  private readonly kept: PlacedRow[][] = [[]];
  private rows: PlacedRow[] = [];
  private at = 0;

  constructor(timeline: TimelineAnswer, map: MapAnswer) {
    const bytes = timeline.bytes ?? new ArrayBuffer(0);
    this.events = timeline.events;
    this.kinds = new Int32Array(bytes, 0, timeline.events * EVENT);
    const start = Math.ceil((timeline.events * EVENT * 4) / 8) * 8;
    this.placements = new Float64Array(bytes, Math.min(start, bytes.byteLength));
    this.final = map.placed;
    this.links = timeline.links;
    let grownAt = this.events;
    for (let event = 0; event < this.events; event += 1) {
      const [kind, a] = this.event(event);
      if (kind === EventKind.Grown) grownAt = event;
      else if (kind === EventKind.Hung) this.hung[a] = event;
      this.follow(event, map.links);
    }
    this.grownAt = grownAt;
  }

  /** Keeps what an event does to the links. */
  private follow(event: number, final: Link[]): void {
    const [kind, a, b] = this.event(event);
    const before = this.linked.at(-1)?.links ?? NO_LINKS;
    let links = before;
    if (kind === EventKind.Linked) links = [...before, this.links[a]!];
    else if (kind === EventKind.TakenBack && b < before.length) links = before.slice(0, b);
    else if (kind === EventKind.Grown) links = final.slice(0, b);
    if (links !== before) this.linked.push({ event, links });
  }

  /** The links that are there after the first `count` events: the same list as long as they are the same. */
  linksAfter(count: number): Link[] {
    return this.linked[lowerBound(this.linked.length, (index) => this.linked[index]!.event < count) - 1]?.links ?? NO_LINKS;
  }

  /** The events that linked what is linked in the end: of those that linked the same connectors, the last. */
  linkEvents(): number[] {
    const last = new Map<string, number>();
    for (const { event } of this.linked) {
      const [kind, a] = this.event(event);
      if (kind === EventKind.Linked) last.set(nameOf(this.links[a]!), event);
    }
    const final = this.linked.at(-1)?.links ?? NO_LINKS;
    return final.flatMap((link) => last.get(nameOf(link)) ?? []);
  }

  /** Whether what is there after the first `count` events is what grew, and what comes from then on are caps and doors. */
  hasGrown(count: number): boolean {
    return count > this.grownAt;
  }

  /** How many doors are there after the first `count` events: they are hung in the order of their numbers. */
  doorsAfter(count: number): number {
    return lowerBound(this.hung.length, (index) => this.hung[index]! < count);
  }

  /** The event that hung a door; undefined if the timeline leaves it out. */
  eventOfDoor(door: number): number | undefined {
    return this.hung[door];
  }

  /** What an event put there; null if it put nothing there. */
  addedBy(event: number): Added | null {
    const [kind, a, b] = this.event(event);
    if (kind === EventKind.Placed) return { kind: 'piece', placed: b };
    if (kind === EventKind.Linked) return { kind: 'piece', placed: this.links[a]!.from.placed };
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
      else counts[event + 1] = kind === EventKind.Grown ? a : counts[event]!;
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
      this.rows = this.final.slice(0, a);
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
    const role: Role = numbers[PLACEMENT - 1]!;
    return [...numbers.subarray(0, PLACEMENT - 1), guide ? guide[9] + 1 : 0, role] as PlacedRow;
  }
}

function nameOf({ from, to }: Link): string {
  return `${from.placed} ${from.connector} ${to.placed} ${to.connector}`;
}

/** How many of the first `count` numbers fulfil something that holds up to one of them. */
function lowerBound(count: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
