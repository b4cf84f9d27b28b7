/** Log of the last 1,000 delivery attempts per customer: the result, never the response body. */
import { pickSnakeCase } from '@busbar/domain/key-case';
import { sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import type { Delivery } from './progress-queries.ts';

export const MAX_STORED_DELIVERIES = 1_000;

/** Also records the time of the last success or failure of the receiver. */
export async function logDelivery(
  trx: Executor,
  customerId: number,
  delivery: Omit<Delivery, 'id'>,
): Promise<void> {
  const { at, error } = delivery;
  await trx
    .insertInto('forward_delivery')
    .values({
      customer_id: customerId,
      at: instant(at),
      error,
      ...pickSnakeCase(delivery, 'batchId', 'attempt', 'records', 'bytes', 'status', 'tookMs'),
    })
    .execute();
  await sql`delete from forward_delivery where customer_id = ${customerId}
    and forward_delivery_id <= (
      select forward_delivery_id from forward_delivery where customer_id = ${customerId}
      order by forward_delivery_id desc offset ${MAX_STORED_DELIVERIES} limit 1)`.execute(trx);
  await trx
    .updateTable('forwarding')
    .set(
      error === null
        ? { last_success_at: instant(at) }
        : { last_failure_at: instant(at), last_error: error },
    )
    .where('customer_id', '=', customerId)
    .execute();
}
