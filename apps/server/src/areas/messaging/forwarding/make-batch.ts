/**
 * Creates the next batch of a customer after the previous one is done or dead (an index of the
 * outbox prevents a second open one). The body is stored with the batch, so that every attempt
 * sends the same bytes under the same id. Max 500 records and 256 KiB; the remainder stays queued.
 */

import { uuidV7 } from '../../../clock.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { insertOutbox } from '../outbox/outbox-queries.ts';
import {
  dropFromQueue,
  type QueueRow,
  queueHead,
  type ReadingKey,
} from './forward-queue-queries.ts';
import { resumePaused, tryLockIdle } from './forwarding-queries.ts';
import {
  alarmRecord,
  type ForwardRecord,
  type QueuedAlarm,
  readingRecords,
  stateRecords,
} from './record-queries.ts';

export const LARGEST_BODY_BYTES = 256 * 1024;

/** Payload of a batch in the outbox. */
export interface BatchPayload {
  readonly batchId: string;
  readonly records: number;
  /** JSON text, sent unchanged. */
  readonly body: string;
}

/** Returns true if the customer now has a batch to send. */
export async function makeBatch(ctx: Context, customerId: number): Promise<boolean> {
  return ctx.database.transaction(async (trx) => {
    if (!(await tryLockIdle(trx, customerId))) return false;
    const now = ctx.clock.now();
    if (await resumePaused(trx, customerId, now)) return true;
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
