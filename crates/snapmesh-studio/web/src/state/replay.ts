// The growth of a map, played: which pieces are there after so many events.

import { EventKind, type PlacedRow, type TimelineAnswer } from '../protocol';

/** Numbers that a placement has in the timeline's bytes: a `PlacedRow` without its depth. */
const PLACEMENT = 9;
const EVENT = 3;
/** Going back starts from the nearest list that was kept; one is kept after so many events. */
const KEPT_EVERY = 256;

export class Replay {
  readonly events: number;
  private readonly kinds: Int32Array;
  private readonly placements: Float64Array;
  private readonly final: PlacedRow[];
  private readonly kept: PlacedRow[][] = [[]];
  private rows: PlacedRow[] = [];
  private at = 0;

  constructor(timeline: TimelineAnswer, final: PlacedRow[]) {
    const bytes = timeline.bytes ?? new ArrayBuffer(0);
    this.events = timeline.events;
    this.kinds = new Int32Array(bytes, 0, timeline.events * EVENT);
    const start = Math.ceil((timeline.events * EVENT * 4) / 8) * 8;
    this.placements = new Float64Array(bytes, Math.min(start, bytes.byteLength));
    this.final = final;
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
      else counts[event + 1] = kind === EventKind.Final ? this.final.length : counts[event]!;
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
    } else if (kind === EventKind.Final) {
      this.rows = this.final.slice();
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
