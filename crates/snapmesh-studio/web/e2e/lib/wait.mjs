import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until something holds, and gives what it came to. SwiftShader is slow, so patience is long. */
export async function until(what, holds, patience = 60_000) {
  const start = performance.now();
  for (;;) {
    const result = await holds();
    if (result) return result;
    if (performance.now() - start > patience) throw new Error(`Waited ${patience / 1000} s in vain: ${what}`);
    await sleep(20);
  }
}
