/** Reads the registers of many devices in one query, with a separate start time for each device. */
import type { DeviceReading } from '@busbar/domain/energy/fold-device';
import { sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';
import { customersOf, overCustomers } from '../../../storage/distributed/over-customers.ts';
import { energyRegisterColumns } from '../../../storage/reading-columns.ts';
import { type DeviceKey, keyOf } from './device-key.ts';
import { instantText } from './instant-text.ts';
import { readingsOf } from './register-text.ts';

export interface RegistersAfter extends DeviceKey {
  /** Epoch ms, exclusive; -Infinity means from the first register. */
  readonly after: number;
}

const columns = sql.join(energyRegisterColumns.map((name) => sql.ref(`e.${name}`)));

/** Returns at most `limit` registers per device, in chronological order. */
export async function readRegisters(
  db: Executor,
  devices: readonly RegistersAfter[],
  limit: number,
): Promise<Map<string, DeviceReading[]>> {
  if (devices.length === 0) return new Map();
  const rows = await overCustomers(
    db,
    customersOf(devices),
    (within) => sql<DeviceKey & { text: string | null }>`
    select w.customer_id as "customerId", w.device_id as "deviceId", r.text
    from unnest(${devices.map(({ customerId }) => customerId)}::int4[],
      ${devices.map(({ deviceId }) => deviceId)}::int4[],
      ${devices.map(({ after }) => instantText(after))}::timestamptz[])
      as w (customer_id, device_id, after)
    cross join lateral (
      select string_agg(e::text, ';') as text from (
        select date_part('epoch', e.ts), ${columns} from energy_register e
        where e.customer_id = w.customer_id and e.device_id = w.device_id and e.ts > w.after
          and ${within('e')}
        order by e.ts limit ${sql.lit(limit)}) e) r
    where ${within('w')}`,
  );
  return new Map(rows.map((row) => [keyOf(row), readingsOf(row.text ?? '')]));
}

/** Reads one device's registers; the next slice is fetched while the previous one is folded. */
export async function* readSlices(
  db: Executor,
  device: RegistersAfter,
  limit: number,
  sliceRows: number,
): AsyncGenerator<DeviceReading[]> {
  const slice = async (after: number, rows: number): Promise<DeviceReading[]> =>
    (await readRegisters(db, [{ ...device, after }], rows)).get(keyOf(device)) ?? [];
  let left = limit;
  let next: Promise<DeviceReading[]> | undefined = slice(device.after, Math.min(sliceRows, left));
  while (next !== undefined) {
    const readings: DeviceReading[] = await next;
    left -= readings.length;
    const isLast = readings.length < sliceRows || left <= 0;
    next = isLast ? undefined : slice(readings.at(-1)!.at, Math.min(sliceRows, left));
    // The error is thrown when `next` is awaited; this avoids an unhandled rejection if the fold
    // before it fails first.
    next?.catch(() => undefined);
    yield readings;
  }
}

/** Returns each device's first register at or after `from`; devices without one are omitted. */
export async function firstRegisters(
  db: Executor,
  devices: readonly { readonly customerId: number; readonly deviceId: number; from: number }[],
): Promise<Map<string, number>> {
  if (devices.length === 0) return new Map();
  const rows = await overCustomers(
    db,
    customersOf(devices),
    (within) => sql<DeviceKey & { at: number }>`
    select w.customer_id as "customerId", w.device_id as "deviceId", r.ts as at
    from unnest(${devices.map(({ customerId }) => customerId)}::int4[],
      ${devices.map(({ deviceId }) => deviceId)}::int4[],
      ${devices.map(({ from }) => instantText(from))}::timestamptz[]) as w (customer_id, device_id, since)
    cross join lateral (
      select ts from energy_register e
      where e.customer_id = w.customer_id and e.device_id = w.device_id and e.ts >= w.since
        and ${within('e')}
      order by e.ts limit 1) r
    where ${within('w')}`,
  );
  return new Map(rows.map((row) => [keyOf(row), row.at]));
}

/** Counts the registers in (after, until]. */
export async function countRegisters(
  db: Executor,
  { customerId, deviceId }: DeviceKey,
  after: number,
  until: number,
): Promise<number> {
  const { count } = await db
    .selectFrom('energy_register')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .where('device_id', '=', deviceId)
    .where('ts', '>', sql<Date & number>`${instantText(after)}::timestamptz`)
    .where('ts', '<=', sql<Date & number>`${instantText(until)}::timestamptz`)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Large enough to include every register that a device reports in rotation. */
const LAST_REGISTERS = 200;

/** Reads the last registers up to `until`, raw or thinned, in chronological order. */
export async function lastRegisters(
  db: Executor,
  { customerId, deviceId }: DeviceKey,
  until: number,
): Promise<DeviceReading[]> {
  const names = sql.join(energyRegisterColumns.map((name) => sql.ref(name)));
  const of = (table: string) => sql`select ts, ${names} from ${sql.table(table)}
    where customer_id = ${customerId} and device_id = ${deviceId}
      and ts <= ${instantText(until)}::timestamptz`;
  const { rows } = await sql<{ text: string | null }>`
    select string_agg(e::text, ';' order by ts) as text from (
      select date_part('epoch', ts) as ts, ${names} from (
        ${of('energy_register')} union all ${of('energy_register_quarter')}) r
      order by r.ts desc limit ${sql.lit(LAST_REGISTERS)}) e`.execute(db);
  return readingsOf(rows[0]?.text ?? '');
}
