/** Purges completed rows and the queues of customers who disabled forwarding long ago. */
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { instant } from '../../../storage/column-types.ts';
import { purgeSettled } from './outbox-queries.ts';

const DAY_MS = 86_400_000;
const COMPLETED_DAYS = 2;
const QUEUE_DAYS = 30;

export async function purgeOld(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const { db } = ctx.database;
  await purgeSettled(db, now - COMPLETED_DAYS * DAY_MS);
  await sql`delete from forward_queue q using forwarding f
    where f.customer_id = q.customer_id and not f.enabled
      and q.queued_at < ${instant(now - QUEUE_DAYS * DAY_MS)}`.execute(db);
}
