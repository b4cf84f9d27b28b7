/**
 * Queue of records to forward, written in the transaction that stores them: row keys, never their
 * content, and only for customers with forwarding enabled. A late reading is queued like any other,
 * unless it is older than the start of forwarding, so imported history is not forwarded. Rows of
 * one device are queued in the order they are stored, because one process ingests each device.
 */

import { sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { notification } from '../../../wake-job.ts';
import { isOfCounted } from '../../shared/counted-device-queries.ts';
import { isCustomerActive } from '../../shared/customers/active-customer-queries.ts';

/** Max number of records per queue row; even two hundred of the widest records fit into a batch. */
const RECORDS_PER_ROW = 100;

/** Device id and time (epoch ms) of a reading. */
export type ReadingKey = readonly [deviceId: number, ts: number];

/**
 * Readings this much older than the start of forwarding are forwarded too, because they were in
 * transit, or in the buffer of a device, when forwarding was enabled.
 */
const UNDER_WAY_MS = 3_600_000;

/**
 * Returns the customers with forwarding enabled, each with the time of the oldest reading to
 * forward (epoch ms); called once per ingest batch.
 */
export async function forwardingCustomers(
  executor: Executor,
  customerIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ customer_id: number; enabled_at: number | null }>`
    select customer_id, enabled_at from forwarding
    where enabled and customer_id = any(${[...customerIds]}::int4[])`.execute(executor);
  return new Map(
    rows.map((row) => [row.customer_id, (row.enabled_at ?? -Infinity) - UNDER_WAY_MS]),
  );
}

export async function queueReadings(
  trx: Executor,
  readings: ReadonlyMap<number, readonly ReadingKey[]>,
  now: number,
): Promise<void> {
  const rows = [...readings].flatMap(([customerId, keys]) =>
    inRows(keys).map((items) => ({
      customer_id: customerId,
      kind: 'reading' as const,
      items: JSON.stringify(items),
      records: items.length,
      queued_at: instant(now),
    })),
  );
  if (rows.length > 0) await trx.insertInto('forward_queue').values(rows).execute();
}

function inRows<T>(items: readonly T[]): T[][] {
  const rows: T[][] = [];
  for (let at = 0; at < items.length; at += RECORDS_PER_ROW) {
    rows.push(items.slice(at, at + RECORDS_PER_ROW));
  }
  return rows;
}

/**
 * Queues one record that is not a reading; writes nothing while forwarding is disabled, or if the
 * record is of a simulated device.
 */
export async function queueOne(
  trx: Executor,
  customerId: number,
  kind: 'state' | 'alarm',
  item: unknown,
  now: number,
  deviceId?: number,
): Promise<void> {
  const isOfReal =
    deviceId === undefined ? sql`` : sql`and ${isOfCounted(sql`${customerId}`, sql`${deviceId}`)}`;
  await sql`
    insert into forward_queue (customer_id, kind, items, records, queued_at)
    select customer_id, ${kind}, ${JSON.stringify([item])}::jsonb, 1, ${instant(now)}
    from forwarding where customer_id = ${customerId} and enabled ${isOfReal}
    returning ${notification('outbox')}`.execute(trx);
}

/** Returns the active customers that have queued records or batches on hold and no open batch. */
export async function customersToServe(db: Executor, now: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select f.customer_id as id from forwarding f
    join customer c on c.customer_id = f.customer_id and ${isCustomerActive('c', now)}
    where f.enabled
      and not exists (select 1 from outbox o where o.customer_id = f.customer_id
        and o.channel = 'webhook' and o.state in ('waiting', 'taken'))
      and (exists (select 1 from forward_queue q where q.customer_id = f.customer_id)
        or exists (select 1 from outbox o where o.customer_id = f.customer_id
          and o.channel = 'webhook' and o.state = 'held'))`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the oldest rows whose records fit into one batch, at least one row. */
export async function queueHead(trx: Executor, customerId: number): Promise<QueueRow[]> {
  const { rows } = await sql<QueueRow>`
    select forward_id, kind, items from (
      select *, sum(records) over (order by forward_id) as so_far from (
        select * from forward_queue where customer_id = ${customerId}
        order by forward_id limit ${MAX_RECORDS}
      ) oldest
    ) counted
    where so_far <= ${MAX_RECORDS} or so_far = records order by forward_id`.execute(trx);
  return rows;
}

export async function dropFromQueue(
  trx: Executor,
  customerId: number,
  ids: readonly number[],
): Promise<void> {
  await sql`delete from forward_queue where customer_id = ${customerId}
    and forward_id = any(${[...ids]}::int8[])`.execute(trx);
}

export const MAX_RECORDS = 500;

export interface QueueRow {
  readonly forward_id: number;
  readonly kind: 'reading' | 'state' | 'alarm';
  readonly items: readonly unknown[];
}
