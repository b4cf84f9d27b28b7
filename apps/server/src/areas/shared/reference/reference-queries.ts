/** Reference data shared by all customers: time zones, currencies, device types. */

import type { Executor } from '../../../storage/database.ts';

export interface Zone {
  readonly id: number;
  readonly english: string;
  readonly chinese: string;
  readonly iana: string;
}

/** Lists Asia/Shanghai first, because the registration form preselects it. */
export async function listZones(db: Executor): Promise<Zone[]> {
  return db
    .selectFrom('zone')
    .select([
      'zone_id as id',
      'english_name as english',
      'chinese_name as chinese',
      'iana_name as iana',
    ])
    .orderBy('sort_order')
    .orderBy('zone_id')
    .execute();
}

export async function firstZoneId(db: Executor): Promise<number> {
  const { id } = await db
    .selectFrom('zone')
    .select('zone_id as id')
    .orderBy('sort_order')
    .orderBy('zone_id')
    .limit(1)
    .executeTakeFirstOrThrow();
  return id;
}

export async function zoneExists(db: Executor, zoneId: number): Promise<boolean> {
  const row = await db
    .selectFrom('zone')
    .select('zone_id')
    .where('zone_id', '=', zoneId)
    .executeTakeFirst();
  return row !== undefined;
}

export interface Currency {
  readonly id: number;
  readonly code: string;
  readonly english: string;
  readonly chinese: string;
  readonly symbol: string;
}

export async function listCurrencies(db: Executor): Promise<Currency[]> {
  return db
    .selectFrom('currency')
    .select([
      'currency_id as id',
      'code',
      'english_name as english',
      'chinese_name as chinese',
      'symbol',
    ])
    .orderBy('currency_id')
    .execute();
}

export async function firstCurrencyId(db: Executor): Promise<number> {
  const { id } = await db
    .selectFrom('currency')
    .select('currency_id as id')
    .orderBy('currency_id')
    .limit(1)
    .executeTakeFirstOrThrow();
  return id;
}

export async function currencyExists(db: Executor, currencyId: number): Promise<boolean> {
  const row = await db
    .selectFrom('currency')
    .select('currency_id')
    .where('currency_id', '=', currencyId)
    .executeTakeFirst();
  return row !== undefined;
}

export interface DeviceType {
  readonly id: number;
  readonly name: string;
  readonly kind: 'main' | 'gateway' | 'hidden' | 'dtu' | 'meter';
  readonly expectedIntervalS: number;
}

export async function listDeviceTypes(db: Executor): Promise<DeviceType[]> {
  return db
    .selectFrom('device_type')
    .select(['device_type_id as id', 'name', 'kind', 'expected_interval_s as expectedIntervalS'])
    .orderBy('device_type_id')
    .execute();
}

export async function updateDeviceType(
  trx: Executor,
  id: number,
  name: string,
  expectedIntervalS: number,
): Promise<void> {
  await trx
    .updateTable('device_type')
    .set({ name, expected_interval_s: expectedIntervalS })
    .where('device_type_id', '=', id)
    .execute();
}

export async function lockDeviceTypes(trx: Executor) {
  return trx
    .selectFrom('device_type')
    .select(['device_type_id as id', 'name', 'kind', 'expected_interval_s as expectedIntervalS'])
    .orderBy('device_type_id')
    .forUpdate()
    .execute();
}
