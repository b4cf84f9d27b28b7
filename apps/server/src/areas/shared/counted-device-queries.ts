/**
 * SQL conditions that leave simulated devices out of totals: a simulated device is shown in lists,
 * but no count, sum, limit or bill contains it.
 */
import { type RawBuilder, sql } from 'kysely';
import { ALL_CUSTOMERS, type Within } from '../../storage/distributed/over-customers.ts';

/** Condition on a row of `device`, for queries that read it under this alias. */
export function isCounted(alias: string): RawBuilder<boolean> {
  return sql<boolean>`not ${sql.ref(`${alias}.simulated`)}`;
}

/**
 * Condition on the key of a device, for rows of other tables. Few devices are simulated and an
 * index contains only those, so a table of any size is filtered at the cost of one look-up.
 */
export function isOfCounted(
  customerId: RawBuilder<unknown>,
  deviceId: RawBuilder<unknown>,
  within: Within = ALL_CUSTOMERS,
): RawBuilder<boolean> {
  return sql<boolean>`not exists (select 1 from device trial
    where trial.customer_id = ${customerId} and trial.device_id = ${deviceId} and trial.simulated
      and ${within('trial')})`;
}
