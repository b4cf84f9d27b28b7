/**
 * Reference data of every new installation. Existing rows are not changed: a platform administrator
 * may have edited them, and a customer may reference them.
 */
import type { Insertable } from 'kysely';
import type { Database } from '../database.ts';
import type { Schema } from '../schema/schema.ts';
import { seedZones } from './seed-zones.ts';

/** Clients look up a currency by its English name as code (docs/specification/platform.md 7.6). */
const currencies = [
  currency(1, 'RMB', '人民币', '¥'),
  currency(2, 'USD', '美元', '$'),
  currency(3, 'EUR', '欧元', '€'),
  currency(4, 'GBP', '英镑', '£'),
  currency(5, 'AED', '阿联酋迪拉姆', 'د.إ'),
  currency(6, 'RUB', '俄罗斯卢布', '₽'),
  currency(7, 'FCFA', '非洲金融共同体法郎', 'FCFA'),
  currency(8, 'GNF', '几内亚法郎', 'FG'),
];

/** Device types; the kind follows the prefix rules of docs/specification/devices.md 1.1. */
const deviceTypes: Insertable<Schema['device_type']>[] = [
  { device_type_id: 1, name: 'MT61', kind: 'main', expected_interval_s: 60 },
  { device_type_id: 2, name: 'MT61GP', kind: 'main', expected_interval_s: 60 },
  { device_type_id: 3, name: 'MT88C', kind: 'gateway', expected_interval_s: 60 },
  { device_type_id: 4, name: 'MT88', kind: 'hidden', expected_interval_s: 60 },
  { device_type_id: 5, name: 'HF-DTU', kind: 'dtu', expected_interval_s: 60 },
  { device_type_id: 6, name: 'meter', kind: 'meter', expected_interval_s: 60 },
];

/** Inserts missing rows. Safe to repeat and to call from several processes concurrently. */
export async function seedReferenceData(database: Database): Promise<void> {
  await database.transaction(async (trx) => {
    await trx
      .insertInto('zone')
      .values(
        seedZones.map(([zone_id, iana_name, english_name, chinese_name], position) => ({
          zone_id,
          iana_name,
          english_name,
          chinese_name,
          sort_order: position,
        })),
      )
      .onConflict((clash) => clash.doNothing())
      .execute();
    await trx
      .insertInto('currency')
      .values(currencies)
      .onConflict((clash) => clash.doNothing())
      .execute();
    await trx
      .insertInto('device_type')
      .values(deviceTypes)
      .onConflict((clash) => clash.doNothing())
      .execute();
  });
}

function currency(
  currency_id: number,
  code: string,
  chinese_name: string,
  symbol: string,
): Insertable<Schema['currency']> {
  return { currency_id, code, english_name: code, chinese_name, symbol };
}
