/**
 * What no energy costs: 0, and null for a customer without any prices, whose fees are empty until
 * prices are entered (ADR 33). Sums of amounts begin with it.
 */
import type { Amount } from '@busbar/domain/tariff/amount';
import { sql } from 'kysely';
import type { Executor } from '../../storage/database.ts';

export async function amountOfNothing(db: Executor, customerId: number): Promise<Amount> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from rate_version
      where customer_id = ${customerId} and price_sharp is not null) as any`.execute(db);
  return rows[0]?.any === true ? 0 : null;
}
