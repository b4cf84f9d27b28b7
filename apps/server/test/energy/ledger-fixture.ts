/** Devices whose registers a test writes as the ingest does, and the ledger rows that result. */
import type { EnergyRegisters } from '@busbar/domain/device/measurement';
import { sql } from 'kysely';
import { writeReadings } from '../../src/areas/telemetry/ingest/write-readings.ts';
import type { Context } from '../../src/context.ts';
import type { Database } from '../../src/storage/database.ts';
import { readingRow } from '../support/devices/reading-row.ts';
import { createTenant, type Tenant } from '../support/factories/tenant.ts';
import { buildTenantDevice } from '../support/factories/tenant-device.ts';

export interface RegisterReading {
  readonly at: number;
  readonly registers: EnergyRegisters;
}

export async function ledgerTenant(
  database: Database,
  zone: string,
  label: string,
): Promise<Tenant> {
  const tenant = await createTenant(database, { label, now: Date.now() });
  await sql`update customer set created_at = '2020-01-01',
      zone_id = (select zone_id from zone where iana_name = ${zone})
    where customer_id = ${tenant.customerId}`.execute(database.db);
  return tenant;
}

/** Creates a device with 230 V and 63 A on its nameplate. */
export async function ratedDevice(database: Database, tenant: Tenant): Promise<number> {
  const { deviceId } = await buildTenantDevice(database, tenant);
  await database.db
    .updateTable('device')
    .set({ rated_voltage_v: 230, rated_current_a: 63 })
    .where('customer_id', '=', tenant.customerId)
    .where('device_id', '=', deviceId)
    .execute();
  await database.db
    .insertInto('device_state')
    .values({ customer_id: tenant.customerId, device_id: deviceId })
    .execute();
  return deviceId;
}

export interface SentReading extends RegisterReading {
  readonly deviceId: number;
}

/** Sends the registers as one batch of the ingest. */
export async function sendRegisters(
  ctx: Context,
  tenant: Tenant,
  readings: readonly SentReading[],
): Promise<void> {
  const { customerId } = tenant;
  const rows = readings.map(({ deviceId, at, registers }) =>
    readingRow({ customerId, deviceId }, { at, registers }),
  );
  await ctx.database.transaction((trx) => writeReadings(trx, rows, ctx.clock.now()));
}

const OF_DEVICE = [
  ['energy_day', 'day, channel'],
  ['energy_slot', 'day'],
  ['energy_device_month', 'month'],
  ['energy_checkpoint', 'day'],
  ['energy_head', 'last_ts'],
] as const;

/** Returns all ledger rows of a device as text, without the device id. */
export async function ledgerOf(database: Database, deviceId: number): Promise<string> {
  const parts: string[] = [];
  for (const [table, order] of OF_DEVICE) {
    const { rows } = await sql<{ text: string | null }>`
      select string_agg((to_jsonb(t) - 'device_id' - 'customer_id')::text, E'\n' order by ${sql.raw(order)}) as text
      from ${sql.table(table)} t where device_id = ${deviceId}`.execute(database.db);
    parts.push(`${table}\n${rows[0]?.text ?? ''}`);
  }
  return parts.join('\n');
}

export async function groupDays(database: Database, tenant: Tenant): Promise<string> {
  const { rows } = await sql<{ text: string | null }>`
    select string_agg(to_jsonb(t)::text, E'\n' order by group_id, day) as text
    from energy_group_day t where customer_id = ${tenant.customerId}`.execute(database.db);
  return rows[0]?.text ?? '';
}

/** Returns the first line in which two texts differ, or undefined if they are equal. */
export function firstDifference(one: string, other: string): string | undefined {
  if (one === other) return undefined;
  const [a, b] = [one.split('\n'), other.split('\n')];
  const at = a.findIndex((line, i) => line !== b[i]);
  return `line ${at}\n${a[at]}\n${b[at]}`;
}
