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

export interface WaitOptions {
  /** Receives a sentence for the operator if another process has the lock. */
  readonly report?: ((sentence: string) => void) | undefined;
  /** Ends the wait; its reason is thrown. */
  readonly signal?: AbortSignal | undefined;
}

/** Runs `work` in a transaction while no other process can change tables. */
export function serialized<T>(
  database: Database,
  work: (trx: Executor) => Promise<T>,
  options: WaitOptions = {},
): Promise<T> {
  return polled(options, () =>
    database.transaction(async (trx) => {
      // Building an index over years of readings may exceed the statement timeout.
      await sql`set local statement_timeout = 0`.execute(trx);
      await endWithProcess(trx, true);
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
  options: WaitOptions = {},
): Promise<T> {
  const lock = sql<{ locked: boolean }>`
    select pg_try_advisory_lock(${LOCKS.migrations}::bigint) as locked`;
  const unlock = sql`select pg_advisory_unlock(${LOCKS.migrations}::bigint)`;
  return database.db.connection().execute((session) =>
    polled(options, async () => {
      if (!(await lock.execute(session)).rows[0]?.locked) return undefined;
      try {
        await endWithProcess(session, false);
        return { value: await work(session) };
      } finally {
        // A connection that was lost has lost the lock too.
        await unlock.execute(session).catch(() => undefined);
        await sql`reset client_connection_check_interval`.execute(session).catch(() => undefined);
      }
    }),
  );
}

/**
 * Makes PostgreSQL cancel a statement whose process was killed: it would go on, possibly for hours,
 * and hold its locks. On some systems PostgreSQL does not have the setting.
 */
const endWithProcess = (executor: Executor, isLocal: boolean) =>
  sql`do $$ begin
    perform set_config('client_connection_check_interval', '2000', ${sql.lit(isLocal)});
  exception when invalid_parameter_value then null;
  end $$`.execute(executor);

async function polled<T>(
  { report, signal }: WaitOptions,
  attempt: () => Promise<{ readonly value: T } | undefined>,
): Promise<T> {
  for (let isFirst = true; ; isFirst = false) {
    const done = await attempt();
    if (done !== undefined) return done.value;
    if (isFirst) report?.('Another process migrates the database; this one waits for it.');
    await sleep(POLL_MS);
    signal?.throwIfAborted();
  }
}
