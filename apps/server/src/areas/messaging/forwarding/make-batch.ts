/**
 * Creates the next batch of a customer after the previous one is done or dead (an index of the
 * outbox prevents a second open one). The body is stored with the batch, so that every attempt
 * sends the same bytes under the same id. Max 500 records and 256 KiB; the remainder stays queued.
 */
import { sql } from 'kysely';
import { uuidV7 } from '../../../clock.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { insertOutbox } from '../outbox/outbox-queries.ts';
import type { ReadingKey } from './forward-queue.ts';
import {
  alarmRecord,
  type ForwardRecord,
  type QueuedAlarm,
  readingRecords,
  stateRecords,
} from './forward-records.ts';
import { resumeHeld } from './forwarding-queries.ts';

export const MOST_RECORDS = 500;
export const LARGEST_BODY_BYTES = 256 * 1024;

/** Payload of a batch in the outbox. */
export interface BatchPayload {
  readonly batchId: string;
  readonly records: number;
  /** JSON text, sent unchanged. */
  readonly body: string;
}

interface QueueRow {
  readonly forward_id: number;
  readonly kind: 'reading' | 'state' | 'alarm';
  readonly items: readonly unknown[];
}

/** Returns the customers with queued records or batches on hold, and no open batch. */
export async function customersToServe(db: Executor): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select f.customer_id as id from forwarding f
    where f.enabled
      and not exists (select from outbox o where o.customer_id = f.customer_id
        and o.channel = 'webhook' and o.state in ('waiting', 'taken'))
      and (exists (select from forward_queue q where q.customer_id = f.customer_id)
        or exists (select from outbox o where o.customer_id = f.customer_id
          and o.channel = 'webhook' and o.state = 'held'))`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns true if the customer now has a batch to send. */
export async function makeBatch(ctx: Context, customerId: number): Promise<boolean> {
  return ctx.database.transaction(async (trx) => {
    // The row is locked by any process that creates a batch or changes the settings; another
    // process skips it.
    const { rows } =
      await sql`select from forwarding f where customer_id = ${customerId} and enabled
      and not exists (select from outbox o where o.customer_id = f.customer_id
        and o.channel = 'webhook' and o.state in ('waiting', 'taken'))
      for update of f skip locked`.execute(trx);
    if (rows.length === 0) return false;
    const now = ctx.clock.now();
    if (await resumeHeld(trx, customerId, now)) return true;
    for (;;) {
      const queued = await queueHead(trx, customerId);
      if (queued.length === 0) return false;
      const { taken, texts } = await fill(trx, customerId, queued);
      await dropFromQueue(trx, customerId, taken);
      if (texts.length === 0) continue;
      await writeBatch(ctx, trx, customerId, texts, now);
      return true;
    }
  });
}

/** Returns the oldest rows whose records fit into one batch, at least one row. */
async function queueHead(trx: Executor, customerId: number): Promise<QueueRow[]> {
  const { rows } = await sql<QueueRow>`
    select forward_id, kind, items from (
      select *, sum(records) over (order by forward_id) as so_far from (
        select * from forward_queue where customer_id = ${customerId}
        order by forward_id limit ${MOST_RECORDS}
      ) oldest
    ) counted
    where so_far <= ${MOST_RECORDS} or so_far = records order by forward_id`.execute(trx);
  return rows;
}

/** Takes as many whole rows of the queue as fit, at least one. */
async function fill(
  trx: Executor,
  customerId: number,
  queued: readonly QueueRow[],
): Promise<{ taken: number[]; texts: string[] }> {
  const records = await recordsOf(trx, customerId, queued);
  const taken: number[] = [];
  const texts: string[] = [];
  // Size of the JSON around the records.
  let bytes = 200;
  for (const [i, { forward_id }] of queued.entries()) {
    const own = records[i]!.map((record) => JSON.stringify(record));
    const ownBytes = own.reduce((sum, text) => sum + Buffer.byteLength(text) + 1, 0);
    if (taken.length > 0 && bytes + ownBytes > LARGEST_BODY_BYTES) break;
    bytes += ownBytes;
    taken.push(forward_id);
    texts.push(...own);
  }
  return { taken, texts };
}

async function recordsOf(
  trx: Executor,
  customerId: number,
  queued: readonly QueueRow[],
): Promise<ForwardRecord[][]> {
  const itemsOf = (kind: QueueRow['kind']) =>
    queued.flatMap((row) => (row.kind === kind ? row.items : []));
  const readings = await readingRecords(trx, customerId, itemsOf('reading') as ReadingKey[]);
  const states = await stateRecords(trx, customerId, itemsOf('state') as number[]);
  const next = { reading: readings.values(), state: states.values() };
  return queued.map(({ kind, items }) =>
    items
      .map((item) =>
        kind === 'alarm' ? alarmRecord(item as QueuedAlarm) : next[kind].next().value,
      )
      .filter((record) => record !== undefined),
  );
}

async function dropFromQueue(
  trx: Executor,
  customerId: number,
  ids: readonly number[],
): Promise<void> {
  await sql`delete from forward_queue where customer_id = ${customerId}
    and forward_id = any(${[...ids]}::int8[])`.execute(trx);
}

async function writeBatch(
  ctx: Context,
  trx: Executor,
  customerId: number,
  texts: readonly string[],
  now: number,
): Promise<void> {
  const batchId = uuidV7(ctx.clock, ctx.random);
  const payload: BatchPayload = {
    batchId,
    records: texts.length,
    body: bodyText(batchId, customerId, now, texts),
  };
  await insertOutbox(trx, [
    {
      customerId,
      channel: 'webhook',
      userId: null,
      dedupeKey: `batch:${batchId}`,
      receiver: `forwarding:${customerId}`,
      payload,
      dueAt: now,
      now,
    },
  ]);
}

/** `{batch_id, customer, sent_at, records}`; `sent_at` is the creation time of the batch. */
export function bodyText(
  batchId: string,
  customerId: number,
  now: number,
  records: readonly string[],
): string {
  const head = JSON.stringify({ batch_id: batchId, customer: customerId, sent_at: now });
  return `${head.slice(0, -1)},"records":[${records.join(',')}]}`;
}
