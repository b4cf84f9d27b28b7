/** Total of a period without energy: 0, or null if the customer has no prices (ADR 33). */
import type { Amount } from '@busbar/domain/tariff/amount';
import { sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';

export async function readEmptyTotal(db: Executor, customerId: number): Promise<Amount> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from rate_version
      where customer_id = ${customerId} and price_sharp is not null) as any`.execute(db);
  return rows[0]?.any === true ? 0 : null;
}
