/** Polls until a condition holds; with a generous timeout, because machines are busy. */
import { expect } from 'vitest';

export function eventually<T>(ask: () => T | Promise<T>, timeoutMs = 20_000) {
  return expect.poll(ask, { timeout: timeoutMs, interval: 20 });
}
