/** Queued, open and dead batches, for the administrator's screen. */
import { sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';

export interface OpenBatch {
  readonly batchId: string;
  readonly records: number;
  readonly attempts: number;
  readonly nextAttemptAt: number;
  readonly lastError: string | null;
}

export interface Progress {
  readonly waitingRecords: number;
  readonly waitingSince: number | null;
  readonly openBatch: OpenBatch | undefined;
  readonly deadBatches: number;
}

export async function readProgress(db: Executor, customerId: number): Promise<Progress> {
  const queue = await sql<{ records: number; since: number | null }>`
    select coalesce(sum(records), 0)::int4 as records, min(queued_at) as since
    from forward_queue where customer_id = ${customerId}`.execute(db);
  const open = await sql<OpenBatch>`
    select payload->>'batchId' as "batchId", (payload->>'records')::int4 as records, attempts,
      due_at as "nextAttemptAt", last_error as "lastError"
    from outbox where customer_id = ${customerId} and channel = 'webhook'
      and state in ('waiting', 'taken')`.execute(db);
  return {
    waitingRecords: queue.rows[0]?.records ?? 0,
    waitingSince: queue.rows[0]?.since ?? null,
    openBatch: open.rows[0],
    deadBatches: (await deadCount(db, customerId)).total,
  };
}

async function deadCount(db: Executor, customerId: number): Promise<{ total: number }> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int4 as total from outbox where customer_id = ${customerId}
      and channel = 'webhook' and state in ('dead', 'held')`.execute(db);
  return rows[0]!;
}

export interface DeadBatch {
  readonly id: number;
  readonly batchId: string;
  readonly records: number;
  readonly bytes: number;
  readonly madeAt: number;
  readonly diedAt: number | null;
  readonly attempts: number;
  readonly lastError: string | null;
  readonly replaying: boolean;
}

export interface Page {
  readonly page: number;
  readonly pageSize: number;
}

/** Returns the dead batches, oldest first, in the order in which they will be sent again. */
export async function listDead(
  db: Executor,
  customerId: number,
  { page, pageSize }: Page,
): Promise<{ readonly list: DeadBatch[]; readonly total: number }> {
  const { rows } = await sql<DeadBatch>`
    select outbox_id as id, payload->>'batchId' as "batchId",
      (payload->>'records')::int4 as records, octet_length(payload->>'body') as bytes,
      created_at as "madeAt", done_at as "diedAt", attempts, last_error as "lastError",
      state = 'held' as replaying
    from outbox where customer_id = ${customerId} and channel = 'webhook'
      and state in ('dead', 'held')
    order by outbox_id limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db);
  return { list: rows, ...(await deadCount(db, customerId)) };
}

export interface Delivery {
  readonly id: number;
  readonly batchId: string;
  readonly at: number;
  readonly attempt: number;
  readonly records: number;
  readonly bytes: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly tookMs: number;
}

/** Returns the delivery attempts, newest first. */
export async function listDeliveries(
  db: Executor,
  customerId: number,
  { page, pageSize }: Page,
): Promise<{ readonly list: Delivery[]; readonly total: number }> {
  const list = await db
    .selectFrom('forward_delivery')
    .where('customer_id', '=', customerId)
    .select([
      'forward_delivery_id as id',
      'batch_id as batchId',
      'at',
      'attempt',
      'records',
      'bytes',
      'status',
      'error',
      'took_ms as tookMs',
    ])
    .orderBy('forward_delivery_id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const { total } = await db
    .selectFrom('forward_delivery')
    .where('customer_id', '=', customerId)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { list, total };
}
