/**
 * The work list of the ledger, filled by claiming dirty flags. Only one process at a time, the
 * holder of the lock, claims, folds and sums; other processes continue to write dirty flags.
 */
import { sql } from 'kysely';
import { LOCKS } from '../../../storage/advisory-locks.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { customersOf, overCustomers } from '../../../storage/distributed/over-customers.ts';
import { isOfCounted } from '../../shared/counted-device-queries.ts';
import { type DeviceKey, keyOf } from './device-key.ts';
import { instantText } from './instant-text.ts';

const MAX_CLAIMED = 20_000;
/** Work that begins longer ago than this recomputes past days (past work); newer is current. */
const EVENT_INTERVAL_MS = 3_600_000;
/** Min number of past work items per round, so that neither kind of work starves the other. */
const MIN_PAST = 5;

export interface WorkItem extends DeviceKey {
  /** Time of the earliest register that is not folded, epoch ms; -Infinity: the first one. */
  readonly from: number;
}

/**
 * Returns false if another process holds the ledger lock. The lock is held to the end of the
 * transaction. JIT compilation is disabled in the transaction: for 2,000 devices PostgreSQL
 * considers it worthwhile, and it takes 57 ms of 92.
 */
export async function lockLedger(trx: Executor): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(${LOCKS.ledger}::bigint) as held, set_config('jit', 'off', true)`.execute(
    trx,
  );
  return rows[0]?.held === true;
}

/**
 * Moves dirty flags to the work list: the oldest current flags, until the list contains `devices`
 * of them, and all past flags, at most 20,000 per call. A flag that another transaction is writing
 * is left for the next call. Requires a transaction of its own, because the ingest waits for flags
 * that are being moved. Must run directly before the registers are read: registers that arrive in
 * between mark their device again (`passMarks`). A process of an earlier version also flags simulated
 * devices; their flags are dropped.
 */
export async function claimMarks(trx: Executor, devices: number, now: number): Promise<void> {
  if (!(await lockLedger(trx))) return;
  const since = sql`${new Date(now - EVENT_INTERVAL_MS)}::timestamptz`;
  await overCustomers(
    trx,
    sql`select distinct customer_id as "customerId" from energy_dirty`,
    (within) => sql`
    with news as (
      select n.customer_id, n.device_id from energy_dirty n
      where n.from_ts >= ${since} and ${within('n')}
      order by n.from_ts, n.customer_id, n.device_id
      limit greatest(0, ${sql.lit(devices)} - (select count(*) from energy_work w
        where w.from_ts >= ${since} and ${within('w')}))
      for update skip locked),
    past as (
      select p.customer_id, p.device_id from energy_dirty p
      where p.from_ts < ${since} and ${within('p')}
      limit ${sql.lit(MAX_CLAIMED)} for update skip locked),
    claimed as (
      delete from energy_dirty d using (select * from news union all select * from past) s
      where d.customer_id = s.customer_id and d.device_id = s.device_id and ${within('d')}
      returning d.customer_id, d.device_id, d.from_ts)
    insert into energy_work (customer_id, device_id, from_ts)
    select * from claimed
    where ${isOfCounted(sql`claimed.customer_id`, sql`claimed.device_id`, within)}
    on conflict (customer_id, device_id) do update
      set from_ts = least(energy_work.from_ts, excluded.from_ts)`,
  );
}

export interface Work {
  /** Devices with current work, filled up with past work if there is capacity. */
  readonly items: readonly WorkItem[];
  /** True if there was less current work than requested. */
  readonly isShort: boolean;
}

/** Returns current and past work; in each kind, the longest waiting item is first. */
export async function readWork(trx: Executor, devices: number, now: number): Promise<Work> {
  const since = sql`${new Date(now - EVENT_INTERVAL_MS)}::timestamptz`;
  const { rows } = await sql<WorkItem & { isNews: boolean }>`
    with news as (
      select w.customer_id, w.device_id, w.from_ts from energy_work w
      left join energy_head h using (customer_id, device_id)
      where w.from_ts >= ${since} and (h.last_ts is null or w.from_ts > h.last_ts)
      order by w.from_ts, w.customer_id, w.device_id limit ${sql.lit(devices)}),
    past as (
      select w.customer_id, w.device_id, w.from_ts from energy_work w
      left join energy_head h using (customer_id, device_id)
      where w.from_ts < ${since} or w.from_ts <= h.last_ts
      order by w.from_ts, w.customer_id, w.device_id
      limit ${sql.lit(Math.max(MIN_PAST, devices))})
    select customer_id as "customerId", device_id as "deviceId", from_ts as "from",
      is_news as "isNews"
    from (select *, true as is_news from news union all select *, false from past) w
    order by is_news desc, from_ts, customer_id, device_id`.execute(trx);
  const news = rows.filter(({ isNews }) => isNews).length;
  const items = rows
    .slice(0, news + Math.max(MIN_PAST, devices - news))
    .sort((a, b) => a.customerId - b.customerId || a.deviceId - b.deviceId);
  return { items, isShort: news < devices };
}

/** Registers of a device that were folded: all that were visible in (after, last]. */
export interface FoldedSpan extends DeviceKey {
  /** Epoch ms; -Infinity means from the first register. */
  readonly after: number;
  readonly last: number;
  readonly readings: number;
}

/**
 * Moves dirty flags past the folded span if their registers arrived before the device was read and
 * were therefore folded too. Otherwise they would be treated as late and a day would be folded
 * again. A flag set by a decision is not changed, because the registers may have been folded
 * without the decision.
 *
 * Returns the spans that have no such flag, or one that another transaction is writing: a later
 * call waits for it in a transaction that blocks no one else. While these flags are locked, no
 * other register of the device can set one, so a register that is not in the span is either visible
 * here or marks the device itself.
 */
export async function passMarks(
  trx: Executor,
  spans: readonly FoldedSpan[],
  whileWritten: 'skip' | 'wait' = 'skip',
): Promise<FoldedSpan[]> {
  if (spans.length === 0) return [];
  const rows = await overCustomers(
    trx,
    sql`select distinct customer_id as "customerId"
      from unnest(${spans.map(({ customerId }) => customerId)}::int4[]) as s (customer_id)`,
    (within) => sql<DeviceKey>`
    select d.customer_id as "customerId", d.device_id as "deviceId"
    from energy_dirty d join ${spanList(spans)} using (customer_id, device_id)
    where d.from_ts > s.after and d.from_ts <= s.last and not d.of_decision and ${within('d')}
    order by d.customer_id, d.device_id
    for update of d ${whileWritten === 'skip' ? sql`skip locked` : sql``}`,
  );
  const held = new Set(rows.map(keyOf));
  if (held.size > 0) {
    const passed = spans.filter((span) => held.has(keyOf(span)));
    await overCustomers(
      trx,
      customersOf(passed),
      (within) => sql`update energy_dirty d set from_ts = s.next
      from ${spanList(passed)}
      where d.customer_id = s.customer_id and d.device_id = s.device_id and ${within('d')}
        and s.readings = (select count(*) from energy_register e
          where e.customer_id = s.customer_id and e.device_id = s.device_id and ${within('e')}
            and e.ts > s.after and e.ts <= s.last)`,
    );
  }
  return spans.filter((span) => !held.has(keyOf(span)));
}

function spanList(spans: readonly FoldedSpan[]) {
  return sql`unnest(${spans.map(({ customerId }) => customerId)}::int4[],
    ${spans.map(({ deviceId }) => deviceId)}::int4[],
    ${spans.map(({ after }) => instantText(after))}::timestamptz[],
    ${spans.map(({ last }) => instantText(last))}::timestamptz[],
    ${spans.map(({ last }) => instantText(last + 1))}::timestamptz[],
    ${spans.map(({ readings }) => readings)}::int4[])
    as s (customer_id, device_id, after, last, next, readings)`;
}

export interface WorkLeft extends WorkItem {
  /** Start of the remaining registers, epoch ms; undefined if the item is done. */
  readonly next: number | undefined;
}

export async function completeWork(trx: Executor, items: readonly WorkLeft[]): Promise<void> {
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

/** Waits for the round in progress; no other round begins before the end of this transaction. */
export async function waitForLedger(trx: Executor): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCKS.ledger}::bigint)`.execute(trx);
}

/** Returns true if decisions, or registers up to `until`, have arrived that are not folded yet. */
export async function hasUnfolded(
  db: Executor,
  { customerId, deviceId }: { readonly customerId: number; readonly deviceId?: number },
  until: number,
): Promise<boolean> {
  const isOfDevice = deviceId === undefined ? sql`` : sql`and device_id = ${deviceId}`;
  const of = (table: string) => sql`exists (select 1 from ${sql.table(table)}
    where customer_id = ${customerId} and from_ts <= ${instant(until)} ${isOfDevice})`;
  const { rows } = await sql<{ any: boolean }>`
    select ${of('energy_dirty')} or ${of('energy_work')} as any`.execute(db);
  return rows[0]!.any;
}
