// The link to the session: a socket that comes back after a drop, and requests with their answers.

import { signal } from '@preact/signals';
import type { Answer, FailedAnswer, Request } from '../protocol';

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
type Body = Without<Request, 'id'>;
type Kind = Answer['answer'];
type AnswerOf<K extends Kind> = Extract<Answer, { answer: K }>;

export const connection = signal<'connecting' | 'open' | 'lost'>('connecting');

const FIRST_WAIT = 250;
const LONGEST_WAIT = 5000;

interface Pending {
  hear(answer: Answer): void;
  end(): void;
}

const pending = new Map<number, Pending>();
let socket: WebSocket | null = null;
let lastId = 0;
let wait = FIRST_WAIT;

/** Connects, and again after every drop. `opened` is called each time, `changed` when files of the kit changed. */
export function connect(opened: () => void, changed: () => void): void {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
  socket = new WebSocket(`${scheme}//${location.host}/session`);
  socket.binaryType = 'arraybuffer';
  socket.onopen = () => {
    wait = FIRST_WAIT;
    connection.value = 'open';
    opened();
  };
  socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => hear(readFrame(data), changed);
  socket.onclose = () => {
    connection.value = 'lost';
    endAll();
    setTimeout(connect, wait, opened, changed);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  };
}

/** An answer from a frame: text, or a header with its length before it and bytes after it. The bytes are copied, so that
 * arrays of numbers can be laid over them. */
export function readFrame(data: string | ArrayBuffer): Answer {
  if (typeof data === 'string') return JSON.parse(data) as Answer;
  const length = new DataView(data).getUint32(0, true);
  const header = new TextDecoder().decode(new Uint8Array(data, 4, length));
  return { ...(JSON.parse(header) as Answer), bytes: data.slice(4 + length) } as Answer;
}

function hear(answer: Answer, changed: () => void): void {
  if (answer.answer === 'changed') return changed();
  const request = pending.get(answer.id);
  if (answer.answer !== 'done') return request?.hear(answer);
  pending.delete(answer.id);
  request?.end();
}

function endAll(): void {
  const requests = [...pending.values()];
  pending.clear();
  for (const request of requests) request.end();
}

/** A request under way. */
export interface Going {
  id: number;
  ended: Promise<void>;
}

/** Asks, and hears every answer until the last one, or until the connection is lost. */
export function start(body: Body, hear: (answer: Answer) => void): Going {
  const id = ++lastId;
  if (socket?.readyState !== WebSocket.OPEN) return { id, ended: Promise.resolve() };
  socket.send(JSON.stringify({ id, ...body }));
  return { id, ended: new Promise((end) => pending.set(id, { hear, end })) };
}

export function stream(body: Body, hear: (answer: Answer) => void): Promise<void> {
  return start(body, hear).ended;
}

/** Asks for one answer. Without it there is a `failed`, with no problems in it if the connection was lost. */
export async function ask<K extends Kind>(body: Body, kind: K): Promise<AnswerOf<K> | FailedAnswer> {
  let result: AnswerOf<K> | FailedAnswer = { answer: 'failed', problems: [] };
  await stream(body, (answer) => {
    if (answer.answer === kind) result = answer as AnswerOf<K>;
    else if (answer.answer === 'failed') result = answer;
  });
  return result;
}
