/**
 * Messages by customer and its local day, counted by the transaction that stores them: exact over
 * failures and restarts. Last in the transaction, so that the row two processes share is held for
 * the commit alone. A message over the customer's number is counted like any other, and kept.
 */
import { CompiledQuery } from 'kysely';
import { int4Array } from '../../../storage/array-parameter.ts';
import type { Executor } from '../../../storage/database.ts';
import type { Work } from './work.ts';

/** `now`: epoch ms; the day is that of the storing, also of what a device had kept back. */
export async function countMessages(
  trx: Executor,
  batch: readonly Work[],
  now: number,
): Promise<void> {
  const counts = new Map<number, number>();
  for (const { message, isFurther } of batch) {
    if (isFurther === true) continue;
    const { customerId } = message.device.ref;
    counts.set(customerId, (counts.get(customerId) ?? 0) + 1);
  }
  if (counts.size === 0) return;
  // In one order everywhere: two processes never wait for each other's rows crosswise.
  const rows = [...counts].toSorted(([a], [b]) => a - b);
  await trx.executeQuery(
    CompiledQuery.raw(
      `insert into message_day as kept (customer_id, day, messages)
      select counted.customer_id, ($3::timestamptz at time zone z.iana_name)::date, counted.number
      from unnest($1::int4[], $2::int4[]) as counted (customer_id, number)
      join customer c on c.customer_id = counted.customer_id
      join zone z on z.zone_id = c.zone_id
      order by counted.customer_id
      on conflict (customer_id, day) do update set messages = kept.messages + excluded.messages`,
      [
        int4Array(rows, ([customerId]) => customerId),
        int4Array(rows, ([, number]) => number),
        new Date(now).toISOString(),
      ],
    ),
  );
}
