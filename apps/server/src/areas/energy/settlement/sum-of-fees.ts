import { type RawBuilder, sql } from 'kysely';

/**
 * The sum of an expression of fees over the rows of a group: 0 without rows, null if one of them has
 * no fee, as a part must not be taken for the whole (`domain/tariff/amount.ts`).
 */
export function sumOfFees(fee: RawBuilder<unknown>): RawBuilder<number | null> {
  return sql`case when count(*) = count(${fee}) then coalesce(sum(${fee}), 0)::bigint end`;
}
