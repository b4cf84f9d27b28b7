/** Tariffs of a customer; each has versions, of which the newest one that began is in force. */
import { instant } from '../../storage/column-types.ts';
import type { Executor } from '../../storage/database.ts';
import type { SYSTEM_DEFAULT_RATE } from './system-default-rate.ts';

export interface Rate {
  readonly id: number;
  readonly name: string;
  /** Prices per kWh as decimal text. */
  readonly sharp: string;
  readonly peak: string;
  readonly offPeak: string;
  readonly valley: string;
  readonly isDefault: boolean;
}

/** The customer's tariffs with the prices in force on `today` (`YYYY-MM-DD` in its zone). */
export async function listRates(db: Executor, customerId: number, today: string): Promise<Rate[]> {
  return db
    .selectFrom('rate')
    .innerJoin('rate_version', (join) =>
      join
        .onRef('rate_version.customer_id', '=', 'rate.customer_id')
        .onRef('rate_version.rate_id', '=', 'rate.rate_id'),
    )
    .where('rate.customer_id', '=', customerId)
    .where('rate.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([eb('rate_version.start_day', 'is', null), eb('rate_version.start_day', '<=', today)]),
    )
    .distinctOn(['rate.is_default', 'rate.name', 'rate.rate_id'])
    .orderBy('rate.is_default', 'desc')
    .orderBy('rate.name')
    .orderBy('rate.rate_id')
    .orderBy('rate_version.version', 'desc')
    .select([
      'rate.rate_id as id',
      'rate.name',
      'rate_version.price_sharp as sharp',
      'rate_version.price_peak as peak',
      'rate_version.price_off_peak as offPeak',
      'rate_version.price_valley as valley',
      'rate.is_default as isDefault',
    ])
    .execute();
}

export async function rateExists(
  db: Executor,
  customerId: number,
  rateId: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('rate')
    .select('rate_id')
    .where('customer_id', '=', customerId)
    .where('rate_id', '=', rateId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** The tariff itself and its first version, which has no beginning (decisions 14). */
export async function insertDefaultRate(
  trx: Executor,
  customerId: number,
  rateId: number,
  prices: typeof SYSTEM_DEFAULT_RATE,
  now: number,
): Promise<void> {
  await trx
    .insertInto('rate')
    .values({
      customer_id: customerId,
      rate_id: rateId,
      name: prices.name,
      is_default: true,
      created_at: instant(now),
    })
    .execute();
  await trx
    .insertInto('rate_version')
    .values({
      customer_id: customerId,
      rate_id: rateId,
      version: 1,
      start_day: null,
      price_sharp: prices.sharp,
      price_peak: prices.peak,
      price_off_peak: prices.offPeak,
      price_valley: prices.valley,
      created_at: instant(now),
    })
    .execute();
}
