/**
 * Dirty flags: the register from which on the energy of a device must be recalculated. A flag is
 * written in the transaction that makes it necessary, so no reading is missed and no reading waits
 * for the calculation. Simulated devices are never flagged, so they have no energy.
 */
import { localDateOf, startOfLocalDate } from '@busbar/domain/local-date';
import { CompiledQuery, sql } from 'kysely';
import { instantArray, int4Array } from '../../../storage/bulk/array-parameter.ts';
import type { Executor } from '../../../storage/database.ts';
import { notification, wakeJob } from '../../../wake-job.ts';
import { isCounted, isOfCounted } from '../../shared/counted-device-queries.ts';

export interface MarkedRegister {
  readonly customerId: number;
  readonly deviceId: number;
  /** Epoch ms. */
  readonly at: number;
}

/** Flags new registers. Sorted by key, so that two writers cannot deadlock. */
export async function markRegisters(
  trx: Executor,
  registers: readonly MarkedRegister[],
): Promise<void> {
  if (registers.length === 0) return;
  await trx.executeQuery(
    CompiledQuery.raw(
      `insert into energy_dirty (customer_id, device_id, from_ts)
      select c, d, min(t) from unnest($1::int4[], $2::int4[], $3::timestamptz[]) as sent (c, d, t)
      group by c, d order by c, d
      on conflict (customer_id, device_id) do update set from_ts = excluded.from_ts
        where energy_dirty.from_ts > excluded.from_ts`,
      [
        int4Array(registers, ({ customerId }) => customerId),
        int4Array(registers, ({ deviceId }) => deviceId),
        instantArray(registers, ({ at }) => at),
      ],
    ),
  );
}

/**
 * Flags one device from a time on, or from its first register, because results that depend on its
 * overrides or on readings must be recalculated.
 */
export async function markDevice(
  trx: Executor,
  customerId: number,
  deviceId: number,
  from: number = Number.NEGATIVE_INFINITY,
): Promise<void> {
  const fromText = Number.isFinite(from) ? new Date(from).toISOString() : '-infinity';
  await sql`insert into energy_dirty (customer_id, device_id, from_ts, of_decision)
    select ${customerId}::integer, ${deviceId}::integer, ${fromText}::timestamptz, true
    where ${isOfCounted(sql`${customerId}`, sql`${deviceId}`)}
    on conflict (customer_id, device_id) do update
      set from_ts = least(energy_dirty.from_ts, excluded.from_ts), of_decision = true
    returning ${notification('energy')}`.execute(trx);
}

/**
 * Flags one device from the start of the customer's day, because its tariff, its ratings or its
 * expected interval changed: a change of the device does not change the energy of earlier days.
 */
export async function markDeviceFromToday(
  trx: Executor,
  customerId: number,
  deviceId: number,
  now: number,
): Promise<void> {
  const { zone } = await trx
    .selectFrom('customer')
    .innerJoin('zone', 'zone.zone_id', 'customer.zone_id')
    .where('customer_id', '=', customerId)
    .select('zone.iana_name as zone')
    .executeTakeFirstOrThrow();
  // A reading at midnight belongs to the day before.
  const from = startOfLocalDate(localDateOf(now, zone), zone) + 1;
  await markDevice(trx, customerId, deviceId, from);
}

/** Flags many devices from a time on. Sorted by key, so that two writers cannot deadlock. */
export async function markDevices(
  trx: Executor,
  customerId: number,
  deviceIds: readonly number[],
  from: number,
): Promise<void> {
  if (deviceIds.length === 0) return;
  await sql`insert into energy_dirty (customer_id, device_id, from_ts, of_decision)
    select ${customerId}::integer, id, ${new Date(from)}::timestamptz, true
    from unnest(${[...deviceIds]}::integer[]) as chosen (id)
    where ${isOfCounted(sql`${customerId}`, sql`id`)}
    order by id
    on conflict (customer_id, device_id) do update
      set from_ts = least(energy_dirty.from_ts, excluded.from_ts), of_decision = true`.execute(trx);
  await wakeJob(trx, 'energy');
}

/** Flags all devices with the tariff, from the start of the day of the change. */
export async function markDevicesOfRate(
  trx: Executor,
  customerId: number,
  rateId: number,
  from: number,
): Promise<void> {
  await sql`insert into energy_dirty (customer_id, device_id, from_ts, of_decision)
    select customer_id, device_id, ${new Date(from)}::timestamptz, true from device
    where customer_id = ${customerId} and rate_id = ${rateId} and ${isCounted('device')}
    order by device_id
    on conflict (customer_id, device_id) do update
      set from_ts = least(energy_dirty.from_ts, excluded.from_ts), of_decision = true`.execute(trx);
  await wakeJob(trx, 'energy');
}

/** Devices are moved with their history, so the daily totals of both groups are recalculated. */
export async function markGroupMove(
  trx: Executor,
  customerId: number,
  deviceIds: readonly number[],
  fromGroupId: number,
  toGroupId: number,
): Promise<void> {
  await sql`insert into energy_group_dirty (customer_id, group_id, day)
    select distinct e.customer_id, g.group_id, e.day
    from energy_day e cross join unnest(${[fromGroupId, toGroupId]}::int4[]) as g (group_id)
    where e.customer_id = ${customerId} and e.device_id = any(${[...deviceIds]}::int4[])
      and e.channel = 'activeTotal'
    order by 1, 2, 3
    on conflict do nothing`.execute(trx);
  await wakeJob(trx, 'energy');
}
