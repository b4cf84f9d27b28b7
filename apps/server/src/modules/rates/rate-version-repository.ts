/** Versions of tariffs. One that has begun is never changed; one that has not may be taken away. */
import type { TariffVersion } from '@busbar/domain/tariff/tariff-version';
import { instant, jsonb } from '../../storage/column-types.ts';
import type { Executor } from '../../storage/database.ts';

export interface StoredVersion extends TariffVersion {
  readonly createdAt: number;
}

/** All versions of the customer's tariffs, or of one of them, by the tariff's id. */
export async function listVersions(
  db: Executor,
  customerId: number,
  rateId?: number,
): Promise<Map<number, StoredVersion[]>> {
  const rows = await db
    .selectFrom('rate_version')
    .where('customer_id', '=', customerId)
    .$if(rateId !== undefined, (query) => query.where('rate_id', '=', rateId ?? 0))
    .orderBy('rate_id')
    .orderBy('version')
    .selectAll()
    .execute();
  const versions = new Map<number, StoredVersion[]>();
  for (const row of rows) {
    const list = versions.get(row.rate_id) ?? [];
    list.push({
      version: row.version,
      startDay: row.start_day,
      prices: {
        sharp: row.price_sharp,
        peak: row.price_peak,
        offPeak: row.price_off_peak,
        valley: row.price_valley,
      },
      calendar: row.calendar,
      createdAt: row.created_at,
    });
    versions.set(row.rate_id, list);
  }
  return versions;
}

export async function insertVersion(
  trx: Executor,
  customerId: number,
  rateId: number,
  { version, startDay, prices, calendar }: TariffVersion,
  now: number,
): Promise<void> {
  await trx
    .insertInto('rate_version')
    .values({
      customer_id: customerId,
      rate_id: rateId,
      version,
      start_day: startDay,
      price_sharp: prices.sharp,
      price_peak: prices.peak,
      price_off_peak: prices.offPeak,
      price_valley: prices.valley,
      calendar: calendar === null ? null : jsonb(calendar),
      created_at: instant(now),
    })
    .execute();
}

/** Only of a version that has not begun: no fee knows it. */
export async function deleteVersion(
  trx: Executor,
  customerId: number,
  rateId: number,
  version: number,
): Promise<void> {
  await trx
    .deleteFrom('rate_version')
    .where('customer_id', '=', customerId)
    .where('rate_id', '=', rateId)
    .where('version', '=', version)
    .execute();
}
