/**
 * What is to be forwarded, written in the transaction that stores it: names of rows, never their
 * content, and only for customers whose forwarding is on. A late reading is queued like any other,
 * unless it is older than the forwarding itself: history that is brought in stays where it is.
 * Rows of one device are queued in the order they are stored, because one process reads a device.
 */
import { sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { notification } from '../../../wake-job.ts';

/** Records in one row of the queue: two hundred of the widest still fit into a batch. */
const RECORDS_PER_ROW = 100;

/** Device and epoch ms. */
export type ReadingKey = readonly [deviceId: number, ts: number];

/** What was on its way, or in the buffer of a device, when forwarding was turned on. */
const UNDER_WAY_MS = 3_600_000;

/**
 * Which of these customers have forwarding on, and from which time of reading on (epoch ms) they
 * forward; asked once a batch of the ingest.
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

/** One record that is not a reading; nothing is written while forwarding is off. */
export async function queueOne(
  trx: Executor,
  customerId: number,
  kind: 'state' | 'alarm',
  item: unknown,
  now: number,
): Promise<void> {
  await sql`
    insert into forward_queue (customer_id, kind, items, records, queued_at)
    select customer_id, ${kind}, ${JSON.stringify([item])}::jsonb, 1, ${instant(now)}
    from forwarding where customer_id = ${customerId} and enabled
    returning ${notification('outbox')}`.execute(trx);
}
