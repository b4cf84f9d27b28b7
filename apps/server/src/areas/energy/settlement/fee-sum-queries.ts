import { type RawBuilder, sql } from 'kysely';

/**
 * Sums a fee expression over the rows of a group: 0 without rows, null if any row has no fee,
 * because a partial sum must not pass for the total (`domain/tariff/amount.ts`).
 */
export function sumOfFees(fee: RawBuilder<unknown>): RawBuilder<number | null> {
  return sql`case when count(*) = count(${fee}) then coalesce(sum(${fee}), 0)::bigint end`;
}
