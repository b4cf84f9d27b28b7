/** Waiting for a condition, with generous timeouts, because machines are busy. */
import { sql } from 'kysely';
import { expect, inject } from 'vitest';
import type { Executor } from '../../src/storage/database.ts';

/** Returns an assertion that is repeated until it holds. */
export function eventually<T>(ask: () => T | Promise<T>, timeoutMs = 20_000) {
  return expect.poll(ask, { timeout: timeoutMs, interval: 20 });
}

/** Number of statements in the database that wait for a lock, on Citus on any of its nodes. */
export async function lockWaits(db: Executor): Promise<number> {
  const activity = inject('citusNodes').length > 0 ? 'citus_stat_activity' : 'pg_stat_activity';
  const { rows } = await sql`select from ${sql.table(activity)} where datname = current_database()
    and wait_event_type = 'Lock'`.execute(db);
  return rows.length;
}
