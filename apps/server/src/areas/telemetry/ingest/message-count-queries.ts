/**
 * Number of messages per customer and local day, counted in the transaction that stores them: exact
 * across failures and restarts. The count runs last in the transaction, so that the row shared by
 * two processes is locked only for the commit. A message over the customer's quota is counted like
 * any other, and stored. Messages of simulated devices are not counted.
 */
import { CompiledQuery } from 'kysely';
import { int4Array } from '../../../storage/bulk/array-parameter.ts';
import type { Executor } from '../../../storage/database.ts';
import type { Work } from './work.ts';

/**
 * Counts the messages for the local day of `now` (epoch ms), on which they are stored, also if a
 * device had buffered them.
 */
export async function countMessages(
  trx: Executor,
  batch: readonly Work[],
  now: number,
): Promise<void> {
  const counts = new Map<number, number>();
  for (const { message, isFurther } of batch) {
    if (isFurther === true || message.device.simulated) continue;
    const { customerId } = message.device.ref;
    counts.set(customerId, (counts.get(customerId) ?? 0) + 1);
  }
  if (counts.size === 0) return;
  // All callers lock in the same order, so that two processes cannot deadlock.
  const rows = [...counts].toSorted(([a], [b]) => a - b);
  await trx.executeQuery(
    CompiledQuery.raw(
      `insert into message_day as existing (customer_id, day, messages)
      select counted.customer_id, ($3::timestamptz at time zone z.iana_name)::date, counted.number
      from unnest($1::int4[], $2::int4[]) as counted (customer_id, number)
      join customer c on c.customer_id = counted.customer_id
      join zone z on z.zone_id = c.zone_id
      order by counted.customer_id
      on conflict (customer_id, day) do update set messages = existing.messages + excluded.messages`,
      [
        int4Array(rows, ([customerId]) => customerId),
        int4Array(rows, ([, number]) => number),
        new Date(now).toISOString(),
      ],
    ),
  );
}
