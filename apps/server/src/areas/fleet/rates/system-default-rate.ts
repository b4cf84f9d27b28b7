/**
 * The initial tariff of every new customer: default hours and no prices, so that nothing is billed
 * with prices that no user has entered (ADR 33). The demo customer has its own prices.
 */
import type { BandPrices } from '@busbar/domain/tariff/price';
import type { Executor } from '../../../storage/database.ts';
import { insertRate } from './rate-queries.ts';
import { insertVersion } from './rate-version-queries.ts';

const NAME = 'Default';

/** Inserts the tariff and its first version, which has no start day (docs/decisions.md 14). */
export async function insertDefaultRate(
  trx: Executor,
  customerId: number,
  rateId: number,
  prices: BandPrices | null,
  now: number,
): Promise<void> {
  await insertRate(trx, customerId, { id: rateId, name: NAME, isDefault: true }, now);
  const first = { version: 1, startDay: null, prices, calendar: null };
  await insertVersion(trx, customerId, rateId, first, now);
}
