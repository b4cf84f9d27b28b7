/** The tariff every new customer starts with, in its own currency per kWh, until it writes its own. */
import type { Executor } from '../../storage/database.ts';
import { insertRate } from './rate-repository.ts';
import { insertVersion } from './rate-version-repository.ts';

const NAME = 'Default';
const PRICES = { sharp: '1.25', peak: '1.04', offPeak: '0.65', valley: '0.26' } as const;

/** The tariff itself and its first version, which has no beginning (decisions 14). */
export async function insertDefaultRate(
  trx: Executor,
  customerId: number,
  rateId: number,
  now: number,
): Promise<void> {
  await insertRate(trx, customerId, { id: rateId, name: NAME, isDefault: true }, now);
  const first = { version: 1, startDay: null, prices: PRICES, calendar: null };
  await insertVersion(trx, customerId, rateId, first, now);
}
