/** Waiting for a condition, with generous timeouts, because machines are busy. */
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Executor } from '../../src/storage/database.ts';

/** Returns an assertion that is repeated until it holds. */
export function eventually<T>(ask: () => T | Promise<T>, timeoutMs = 20_000) {
  return expect.poll(ask, { timeout: timeoutMs, interval: 20 });
}

/** Polls until `isThere` accepts the answer; rejects with the last answer after `limitMs`. */
export async function pollUntil<T>(
  ask: () => Promise<T> | T,
  isThere: (answer: T) => boolean,
  limitMs = 10_000,
): Promise<T> {
  const end = performance.now() + limitMs;
  for (;;) {
    const answer = await ask();
    if (isThere(answer)) return answer;
    if (performance.now() > end) {
      throw new Error(`not there after ${limitMs} ms: ${JSON.stringify(answer)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Number of statements in the database that wait for a lock. */
export async function lockWaits(db: Executor): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity where datname = current_database()
    and wait_event_type = 'Lock'`.execute(db);
  return rows.length;
}
