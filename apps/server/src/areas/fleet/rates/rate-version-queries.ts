/** Queries for tariff versions. A version in force is immutable; a future one can be deleted. */
import type { Amount } from '@busbar/domain/tariff/amount';
import type { BandPrices } from '@busbar/domain/tariff/price';
import type { TariffVersion } from '@busbar/domain/tariff/tariff-version';
import { sql } from 'kysely';
import { instant, jsonb } from '../../../storage/column-types.ts';
import { type Executor, type Read, read, runRead } from '../../../storage/database.ts';

export interface StoredVersion extends TariffVersion {
  readonly createdAt: number;
}

/** Returns all versions of the customer's tariffs, or of one tariff, grouped by tariff id. */
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
      prices: pricesOf(row),
      calendar: row.calendar,
      createdAt: row.created_at,
    });
    versions.set(row.rate_id, list);
  }
  return versions;
}

/** Returns the prices of a version, which has either all four or none. */
function pricesOf(row: {
  readonly price_sharp: string | null;
  readonly price_peak: string | null;
  readonly price_off_peak: string | null;
  readonly price_valley: string | null;
}): BandPrices | null {
  const { price_sharp: sharp, price_peak: peak } = row;
  const { price_off_peak: offPeak, price_valley: valley } = row;
  if (sharp === null || peak === null || offPeak === null || valley === null) return null;
  return { sharp, peak, offPeak, valley };
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
      price_sharp: prices?.sharp ?? null,
      price_peak: prices?.peak ?? null,
      price_off_peak: prices?.offPeak ?? null,
      price_valley: prices?.valley ?? null,
      calendar: calendar === null ? null : jsonb(calendar),
      created_at: instant(now),
    })
    .execute();
}

/** Deletes a version. Must be called before its start only, when no fee can refer to it. */
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

/** Total of a period without energy: 0, or null if the customer has no prices (ADR 33). */
export function readEmptyTotal(db: Executor, customerId: number): Promise<Amount> {
  return runRead(db, emptyTotalOf(customerId));
}

/** Like `readEmptyTotal`, for a call that reads other things with it. */
export function emptyTotalOf(customerId: number): Read<Amount> {
  const query = sql<{ any: boolean }>`
    select exists (select 1 from rate_version
      where customer_id = ${customerId} and price_sharp is not null) as any`;
  return read(query, (rows) => (rows[0]?.any === true ? 0 : null));
}
