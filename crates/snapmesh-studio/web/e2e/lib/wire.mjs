// What page and session say to each other, overheard.

import { until } from './wait.mjs';

/** An answer from a frame, as protocol.ts tells: text, or a header with its length before it and bytes after it. */
function readFrame(payload) {
  if (typeof payload === 'string') return JSON.parse(payload);
  const length = payload.readUInt32LE(0);
  return { ...JSON.parse(payload.subarray(4, 4 + length).toString()), bytes: payload.subarray(4 + length) };
}

export class Wire {
  requests = [];
  answers = [];

  constructor(page) {
    page.on('websocket', (socket) => {
      socket.on('framesent', ({ payload }) => this.requests.push(JSON.parse(payload)));
      socket.on('framereceived', ({ payload }) => this.answers.push(readFrame(payload)));
    });
  }

  /** The newest answer of a kind. */
  last(kind) {
    return this.answers.findLast(({ answer }) => answer === kind);
  }

  asked(kind) {
    return this.requests.filter(({ request }) => request === kind);
  }

  isDone({ id }) {
    return this.answers.some((answer) => answer.id === id && answer.answer === 'done');
  }

  isIdle() {
    const done = new Set(this.answers.filter(({ answer }) => answer === 'done').map(({ id }) => id));
    return this.requests.every(({ id }) => done.has(id));
  }

  /** The ids of the pieces that grew on the newest map, in order. */
  placed() {
    return this.idsOf(this.last('map').placed.slice(0, this.last('map').pieces));
  }

  /** The ids of its caps. */
  caps() {
    return this.idsOf(this.last('map').placed.slice(this.last('map').pieces));
  }

  /** The ids of its doors. */
  doors() {
    return this.idsOf(this.last('map').doors);
  }

  idsOf(rows) {
    const { pieces } = this.last('kit');
    return rows.map(([piece]) => pieces[piece].id);
  }

  /** Waits for growths beyond the first `before`, until none is at work. */
  async grown(before, patience) {
    await until('a map is grown', () => {
      const growths = this.asked('grow');
      return growths.length > before && this.isDone(growths.at(-1));
    }, patience);
  }

  async answer(kind, before = 0) {
    const count = () => this.answers.filter(({ answer }) => answer === kind).length;
    await until(`the session answers with ${kind}`, () => count() > before);
    return this.last(kind);
  }
}
