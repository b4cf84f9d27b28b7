/** Lets one process at a time change tables. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { LOCKS } from '../advisory-locks.ts';
import type { Database, Executor } from '../database.ts';

/**
 * Waiting for the lock inside a statement would hold a snapshot, for which the holder of the lock
 * waits while it creates an index concurrently.
 */
const POLL_MS = 200;

/** Runs `work` in a transaction while no other process can change tables. */
export function serialized<T>(
  database: Database,
  work: (trx: Executor) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  return polled(signal, () =>
    database.transaction(async (trx) => {
      // Building an index over years of readings may exceed the statement timeout.
      await sql`set local statement_timeout = 0`.execute(trx);
      const { rows } = await sql<{ locked: boolean }>`
        select pg_try_advisory_xact_lock(${LOCKS.migrations}::bigint) as locked`.execute(trx);
      return rows[0]?.locked ? { value: await work(trx) } : undefined;
    }),
  );
}

/**
 * Runs `work` outside a transaction, on one connection, while no other process can change tables.
 * The connection must not lead through a pooler in transaction mode.
 */
export function serializedSession<T>(
  database: Database,
  work: (session: Executor) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const lock = sql<{ locked: boolean }>`
    select pg_try_advisory_lock(${LOCKS.migrations}::bigint) as locked`;
  const unlock = sql`select pg_advisory_unlock(${LOCKS.migrations}::bigint)`;
  return database.db.connection().execute((session) =>
    polled(signal, async () => {
      if (!(await lock.execute(session)).rows[0]?.locked) return undefined;
      try {
        return { value: await work(session) };
      } finally {
        // A connection that was lost has lost the lock too.
        await unlock.execute(session).catch(() => undefined);
      }
    }),
  );
}

async function polled<T>(
  signal: AbortSignal | undefined,
  attempt: () => Promise<{ readonly value: T } | undefined>,
): Promise<T> {
  for (;;) {
    const done = await attempt();
    if (done !== undefined) return done.value;
    await sleep(POLL_MS);
    signal?.throwIfAborted();
  }
}
