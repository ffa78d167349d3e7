// The snapmesh command: run once, or as a server that the page talks to.

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { until } from './wait.mjs';

const BUILT = '../../../target/debug/snapmesh';
const web = path.resolve(import.meta.dirname, '../..');

export const BINARY = process.env.SNAPMESH_BIN ? path.resolve(process.env.SNAPMESH_BIN) : path.resolve(web, BUILT);

/** What a command writes to its standard output. Exit code 1 is an answer, too: a promise was not kept. */
export async function snapmesh(...words) {
  const run = promisify(execFile)(BINARY, words, { maxBuffer: 1 << 28 });
  const { stdout } = await run.catch((error) => (error.code === 1 ? error : Promise.reject(error)));
  return stdout;
}

/** The object that `generate --json` prints. */
export async function generated(folder, ...words) {
  return JSON.parse(await snapmesh('generate', folder, '--json', '--no-validate', ...words));
}

/** Runs a line in a shell, where `snapmesh` is the one that is tested. */
export async function shell(line) {
  const PATH = `${path.dirname(BINARY)}${path.delimiter}${process.env.PATH}`;
  const { stdout } = await promisify(execFile)('/bin/sh', ['-c', line], { env: { ...process.env, PATH } });
  return stdout;
}

/** A studio that serves a kit. */
export class Server {
  constructor(child, url) {
    this.child = child;
    this.url = url;
  }

  static async start(folder, { port = 0, words = [] } = {}) {
    if (!existsSync(BINARY)) throw new Error(`There is no ${BINARY}: build it, or set SNAPMESH_BIN.`);
    const all = ['studio', folder, '--port', String(port), '--json', ...words];
    const child = spawn(BINARY, all, { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
    await until('the studio says where it is', () => said.includes('}') || child.exitCode !== null);
    if (child.exitCode !== null) throw new Error(`The studio ended before it began: ${said}`);
    return new Server(child, JSON.parse(said).url);
  }

  get port() {
    return Number(new URL(this.url).port);
  }

  /** Sends a signal and tells how long it took until the server was gone, in milliseconds. */
  async end(signal = 'SIGKILL') {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return 0;
    const start = performance.now();
    const gone = once(this.child, 'exit');
    this.child.kill(signal);
    await gone;
    return performance.now() - start;
  }
}
