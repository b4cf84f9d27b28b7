/**
 * The work list of the ledger: marks that were claimed. Only the holder of the lock claims, folds
 * and sums, one process at a time; marks go on being written meanwhile.
 */
import { sql } from 'kysely';
import type { Executor } from '../../storage/database.ts';

const LOCK = 7_282_227_291;
const MOST_CLAIMED = 20_000;
/** Work that begins earlier than this is a past made anew; what is later is news. */
const NEWS_MS = 3_600_000;
/** Pasts of one round beside its news, at least, so that neither waits for the other. */
const LEAST_PAST = 5;

export interface WorkItem {
  readonly customerId: number;
  readonly deviceId: number;
  /** Earliest register not folded, epoch ms; -Infinity: from the first one. */
  readonly from: number;
}

/** False while another process keeps the ledger. Held to the end of the transaction. */
export async function holdLedger(trx: Executor): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(${LOCK}) as held`.execute(trx);
  return rows[0]?.held === true;
}

/** Moves marks to the work list; one that is being written stays for the next time. */
export async function claimMarks(trx: Executor): Promise<void> {
  await sql`
    with claimed as (
      delete from energy_dirty d using (
        select customer_id, device_id from energy_dirty limit ${sql.lit(MOST_CLAIMED)}
        for update skip locked) s
      where d.customer_id = s.customer_id and d.device_id = s.device_id
      returning d.customer_id, d.device_id, d.from_ts)
    insert into energy_work (customer_id, device_id, from_ts) select * from claimed
    on conflict (customer_id, device_id) do update
      set from_ts = least(energy_work.from_ts, excluded.from_ts)`.execute(trx);
}

/**
 * News of at most so many devices, and pasts in their stead where there is less. Each by how long
 * it has waited: a device that was folded a moment ago and has news again comes after the others,
 * by when it has more.
 */
export async function readWork(trx: Executor, devices: number, now: number): Promise<WorkItem[]> {
  const since = sql`${new Date(now - NEWS_MS)}::timestamptz`;
  const { rows } = await sql<WorkItem>`
    with news as (
      select customer_id, device_id, from_ts from energy_work where from_ts >= ${since}
      order by from_ts, customer_id, device_id limit ${sql.lit(devices)}),
    past as (
      select customer_id, device_id, from_ts from energy_work where from_ts < ${since}
      order by from_ts, customer_id, device_id
      limit greatest(${sql.lit(LEAST_PAST)}, ${sql.lit(devices)} - (select count(*) from news)))
    select customer_id as "customerId", device_id as "deviceId", from_ts as "from"
    from (select * from news union all select * from past) w
    order by customer_id, device_id`.execute(trx);
  return rows;
}

export interface WorkLeft extends WorkItem {
  /** Undefined: done. */
  readonly next: number | undefined;
}

export async function settleWork(trx: Executor, items: readonly WorkLeft[]): Promise<void> {
  const done = items.filter(({ next }) => next === undefined);
  if (done.length > 0) {
    await sql`delete from energy_work w
      using unnest(${done.map(({ customerId }) => customerId)}::int4[],
        ${done.map(({ deviceId }) => deviceId)}::int4[]) as s (customer_id, device_id)
      where w.customer_id = s.customer_id and w.device_id = s.device_id`.execute(trx);
  }
  for (const { customerId, deviceId, from, next } of items) {
    if (next === undefined || next === from) continue;
    await sql`update energy_work set from_ts = ${new Date(next)}::timestamptz
      where customer_id = ${customerId} and device_id = ${deviceId}`.execute(trx);
  }
}
