/**
 * Leases of the platform's durable sessions at an external broker, by database time. A released
 * session can be claimed immediately by a process that starts, and is adopted by a running process
 * after its lease has expired.
 */
import { sql } from 'kysely';
import { LOCKS } from '../../../storage/advisory-locks.ts';
import type { Database, Executor } from '../../../storage/database.ts';

/** Lease duration, s: a process that has not renewed its lease for this long loses the session. */
export const LEASE_S = 20;
/** Time for a restarted process to reclaim its released session before another adopts it, s. */
export const RESTART_GRACE_S = 10;
/**
 * Number of sessions that the first claim registers. A database restored from a backup does not
 * know all sessions of the broker; a registered number without a session is removed as soon as it
 * has been checked.
 */
const INITIAL_NUMBERS = 8;

/** Session that receives a copy of the messages; see `gateway/mqtt/external/broker-connection.ts`. */
export const COPY_NUMBER = 0;
/** Session that receives the messages whose order matters. */
export const ORDER_NUMBER = -1;

export interface LeasedSession {
  readonly number: number;
  /** Messages that the broker has queued in the session arrived after this time, epoch ms. */
  readonly caughtUpAt: number;
}

const COLUMNS = sql`session_number as number, caught_up_at as "caughtUpAt"`;
const LEASE = sql`now() + make_interval(secs => ${sql.lit(LEASE_S)})`;

/**
 * Leases a session to a process that starts: the one with the lowest number that has no holder,
 * otherwise a new one. If the database is `isExclusive`, no other holder is running.
 */
export function claimSession(database: Database, holder: string): Promise<LeasedSession> {
  return database.transaction(async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCKS.brokerSessions}::bigint)`.execute(trx);
    const isFree = database.isExclusive
      ? sql`holder is distinct from ${holder}`
      : sql`(holder is null or leased_until <= now())`;
    await sql`insert into broker_session (session_number, holder, leased_until)
      select n, null, now() + make_interval(secs => ${sql.lit(RESTART_GRACE_S)})
      from generate_series(1, ${sql.lit(INITIAL_NUMBERS)}) n
      where not exists (
        select 1 from broker_session
        where session_number > 0 and leased_until > now() and not ${isFree})
      on conflict do nothing`.execute(trx);
    const { rows } = await sql<LeasedSession>`
      insert into broker_session (session_number, holder, leased_until, caught_up_at)
      select coalesce(
        (select min(session_number) from broker_session
          where session_number > 0 and ${isFree}),
        (select min(n) from generate_series(1, (select count(*) + 1 from broker_session)) n
          where n not in (select session_number from broker_session))),
        ${holder}, ${LEASE}, now()
      on conflict (session_number) do update
        set holder = excluded.holder, leased_until = excluded.leased_until,
          caught_up_at = coalesce(broker_session.caught_up_at, excluded.caught_up_at)
      returning ${COLUMNS}`.execute(trx);
    return rows[0]!;
  });
}

/** Leases a session that one process holds at a time; undefined if another process holds it. */
export async function claimSingle(
  database: Database,
  holder: string,
  number: typeof COPY_NUMBER | typeof ORDER_NUMBER,
): Promise<LeasedSession | undefined> {
  const { rows } = await sql<LeasedSession>`
    insert into broker_session (session_number, holder, leased_until, caught_up_at)
    values (${sql.lit(number)}, ${holder}, ${LEASE}, now())
    on conflict (session_number) do update
      set holder = excluded.holder, leased_until = excluded.leased_until
      where broker_session.holder is null or broker_session.leased_until <= now()
        or ${database.isExclusive}
    returning ${COLUMNS}`.execute(database.db);
  return rows[0];
}

/** Returns true if the broker has the session for the ordered messages, in any process. */
export async function hasOrderSession(executor: Executor): Promise<boolean> {
  const { rows } = await sql`select 1 from broker_session
    where session_number = ${sql.lit(ORDER_NUMBER)} and is_subscribed`.execute(executor);
  return rows.length > 0;
}

/** Records that the broker has the session for the ordered messages. */
export async function recordOrderSession(executor: Executor): Promise<void> {
  await sql`update broker_session set is_subscribed = true
    where session_number = ${sql.lit(ORDER_NUMBER)}`.execute(executor);
}

/** Leases a session without a holder, to be drained; returns undefined if there is none. */
export async function adoptSession(
  executor: Executor,
  holder: string,
): Promise<LeasedSession | undefined> {
  const { rows } = await sql<LeasedSession>`
    update broker_session set holder = ${holder}, leased_until = ${LEASE},
      caught_up_at = coalesce(caught_up_at, now())
    where session_number = (
      select session_number from broker_session
      where session_number > 0 and leased_until <= now() and holder is distinct from ${holder}
      order by session_number limit 1 for update skip locked)
    returning ${COLUMNS}`.execute(executor);
  return rows[0];
}

/** State of a session as known by its holder. */
interface SessionState {
  readonly number: number;
  /**
   * Time since the session was connected and had nothing left to receive, ms; undefined if it was
   * not since the last report.
   */
  readonly caughtUpAgeMs: number | undefined;
}

function caughtUp(ageMs: number | undefined) {
  if (ageMs === undefined) return sql`caught_up_at`;
  return sql`now() - make_interval(secs => ${ageMs / 1000}::float8)`;
}

/** Returns false if the process no longer holds the session. */
export async function renewSession(
  executor: Executor,
  holder: string,
  { number, caughtUpAgeMs }: SessionState,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update broker_session
    set leased_until = ${LEASE}, caught_up_at = ${caughtUp(caughtUpAgeMs)}
    where session_number = ${number} and holder = ${holder}`.execute(executor);
  return numAffectedRows === 1n;
}

/** Releases the session when the process stops; it remains at the broker and receives messages. */
export async function releaseSession(
  executor: Executor,
  holder: string,
  { number, caughtUpAgeMs }: SessionState,
): Promise<void> {
  await sql`
    update broker_session
    set holder = null, leased_until = now() + make_interval(secs => ${sql.lit(RESTART_GRACE_S)}),
      caught_up_at = ${caughtUp(caughtUpAgeMs)}
    where session_number = ${number} and holder = ${holder}`.execute(executor);
}

/** Removes a session that has been drained and ended at the broker. */
export async function removeSession(
  executor: Executor,
  holder: string,
  number: number,
): Promise<void> {
  await sql`delete from broker_session
    where session_number = ${number} and holder = ${holder}`.execute(executor);
}
