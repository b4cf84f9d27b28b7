/**
 * Bounded waits for table locks. A statement that waits for an exclusive lock makes all later
 * statements on the table wait behind it, so it gives up early and is tried again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database, Executor } from '../database.ts';
import { StartError } from '../start-error.ts';

export interface LockPatience {
  readonly timeoutMs: number;
  /** Pauses between the attempts: there is one attempt more. */
  readonly pausesMs: readonly number[];
}

/** Outlasts the statements of the server, which are cancelled after 30 s. */
export const TABLE_LOCK: LockPatience = {
  timeoutMs: 3_000,
  pausesMs: [1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000],
};
/** Nothing waits behind a statement that builds an index concurrently. */
export const CONCURRENT_LOCK: LockPatience = { timeoutMs: 60_000, pausesMs: [5_000, 5_000] };

/** The lock was not available, or two processes waited for each other. */
const RETRIED = ['55P03', '40P01'];
const WATCH_MS = 250;

interface LockWait {
  readonly table: string | null;
  readonly pid: number | null;
  readonly program: string | null;
}

interface RetryOptions {
  readonly name: string;
  /** What the last attempt that failed has left, for the operator. */
  readonly outcome: string;
  readonly patience: LockPatience;
  readonly report: (sentence: string) => void;
  readonly signal: AbortSignal | undefined;
}

/**
 * Repeats `attempt` while it fails for want of a lock; it passes its session to `watch` before it
 * waits. Throws StartError if every attempt has failed.
 */
export async function withLockRetries<T>(
  database: Database,
  { name, outcome, patience, report, signal }: RetryOptions,
  attempt: (watch: (session: Executor) => Promise<void>) => Promise<T>,
): Promise<T> {
  const { timeoutMs, pausesMs } = patience;
  const attempts = pausesMs.length + 1;
  for (let count = 1; ; count += 1) {
    const waits = new LockWaits(database);
    try {
      return await attempt((session) => waits.watch(session));
    } catch (error) {
      if (!RETRIED.includes(String((error as { code?: unknown }).code))) throw error;
      const wait = describeWait(waits.last);
      const pauseMs = pausesMs[count - 1];
      if (pauseMs === undefined) {
        throw new StartError(
          `Migration ${name} did not get ${wait} in ${attempts} attempts of ${timeoutMs / 1000} s and ${outcome}: end that transaction and start again; processes that run continue.`,
          { cause: error },
        );
      }
      report(
        `Migration ${name} did not get ${wait} within ${timeoutMs / 1000} s; attempt ${count + 1} of ${attempts} follows in ${pauseMs / 1000} s.`,
      );
      await sleep(pauseMs);
      signal?.throwIfAborted();
    } finally {
      waits.stop();
    }
  }
}

function describeWait(wait: LockWait | undefined): string {
  const table = wait?.table == null ? 'a lock' : `the lock on the table ${wait.table}`;
  if (wait?.pid == null) return `${table} that another transaction holds`;
  const program = wait.program ? ` (${wait.program})` : '';
  return `${table} that session ${wait.pid}${program} holds`;
}

/** Remembers for what a session last waited. */
class LockWaits {
  last: LockWait | undefined;
  readonly #database: Database;
  #timer: NodeJS.Timeout | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  async watch(session: Executor): Promise<void> {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(session);
    this.#timer = setInterval(() => {
      // The wait is only described: without the description the migration is the same.
      void this.#look(rows[0]!.pid).catch(() => undefined);
    }, WATCH_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #look(pid: number): Promise<void> {
    const { rows } = await sql<LockWait>`
      select l.relation::regclass::text as "table", a.pid, a.application_name as program
      from pg_locks l
      left join lateral unnest(pg_blocking_pids(l.pid)) as blocking (pid) on true
      left join pg_stat_activity a on a.pid = blocking.pid
      where l.pid = ${pid} and not l.granted`.execute(this.#database.db);
    this.last = rows[0] ?? this.last;
  }
}
