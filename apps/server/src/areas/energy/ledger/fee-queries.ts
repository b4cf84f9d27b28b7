/** Stored data that the fees of days depend on, and the fees that change. */
import type { Amount } from '@busbar/domain/tariff/amount';
import {
  type BilledDay,
  type DayFee,
  type LineSums,
  lineKey,
} from '@busbar/domain/tariff/day-fees';
import { CompiledQuery, sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';
import { type DeviceKey, keyOf } from './device-key.ts';
import { list } from './sql-list.ts';

export interface PeriodPart extends DeviceKey {
  readonly periodStart: string;
  /** First day to price. */
  readonly firstDay: string;
}

/** Returns the sums of each device's lines in the period before the device's first day to price. */
export async function readLineSums(
  db: Executor,
  parts: readonly PeriodPart[],
): Promise<Map<string, LineSums>> {
  const sums = new Map<string, Map<string, readonly number[]>>();
  if (parts.length === 0) return sums;
  const { rows } = await sql<
    DeviceKey & { rateId: number; version: number; bands: (number | null)[] }
  >`
    select e.customer_id as "customerId", e.device_id as "deviceId", e.rate_id as "rateId",
      e.rate_version as version, array[sum(e.sharp_wh)::int8, sum(e.peak_wh)::int8,
        sum(e.off_peak_wh)::int8, sum(e.valley_wh)::int8] as bands
    from unnest(${parts.map(({ customerId }) => customerId)}::int4[],
      ${parts.map(({ deviceId }) => deviceId)}::int4[],
      ${parts.map(({ periodStart }) => periodStart)}::date[],
      ${parts.map(({ firstDay }) => firstDay)}::date[]) as w (customer_id, device_id, start, first)
    join energy_day e on e.customer_id = w.customer_id and e.device_id = w.device_id
      and e.day >= w.start and e.day < w.first and e.channel = 'activeTotal'
    where e.rate_id is not null
    group by 1, 2, 3, 4`.execute(db);
  for (const row of rows) {
    const lines = sums.get(keyOf(row)) ?? new Map<string, readonly number[]>();
    lines.set(
      lineKey(row.rateId, row.version),
      row.bands.map((wh) => wh ?? 0),
    );
    sums.set(keyOf(row), lines);
  }
  return sums;
}

export interface LaterDay extends BilledDay {
  readonly fee: DayFee;
}

export interface RestOfPeriod extends DeviceKey {
  /** The last day that is already priced. */
  readonly after: string;
  readonly periodEnd: string;
}

/** Returns the stored days after `after` up to the end of the period, keyed by `keyOf`. */
export async function readLaterDays(
  db: Executor,
  rests: readonly RestOfPeriod[],
): Promise<Map<string, LaterDay[]>> {
  const later = new Map<string, LaterDay[]>();
  if (rests.length === 0) return later;
  const { rows } = await sql<
    DeviceKey & { day: string; bands: number[]; rateId: number; version: number; fees: Amount[] }
  >`
    select e.customer_id as "customerId", e.device_id as "deviceId", e.day,
      array[e.sharp_wh, e.peak_wh, e.off_peak_wh, e.valley_wh] as bands,
      coalesce(e.rate_id, 0) as "rateId", coalesce(e.rate_version, 0) as version,
      array[e.fee_sharp, e.fee_peak, e.fee_off_peak, e.fee_valley] as fees
    from unnest(${rests.map(({ customerId }) => customerId)}::int4[],
      ${rests.map(({ deviceId }) => deviceId)}::int4[],
      ${rests.map(({ after }) => after)}::date[],
      ${rests.map(({ periodEnd }) => periodEnd)}::date[]) as w (customer_id, device_id, after, until)
    join energy_day e on e.customer_id = w.customer_id and e.device_id = w.device_id
      and e.day > w.after and e.day < w.until and e.channel = 'activeTotal'
    order by e.day`.execute(db);
  for (const row of rows) {
    const days = later.get(keyOf(row)) ?? [];
    const fee = { rateId: row.rateId, rateVersion: row.version, bands: row.fees };
    days.push({ day: row.day, bandsWh: row.bands, fee });
    later.set(keyOf(row), days);
  }
  return later;
}

export interface FeeChange extends DeviceKey {
  readonly day: string;
  readonly fee: DayFee;
}

export async function writeFees(trx: Executor, changes: readonly FeeChange[]): Promise<void> {
  if (changes.length === 0) return;
  const band = (i: number) => list(changes, ({ fee }) => fee.bands[i]);
  await trx.executeQuery(
    CompiledQuery.raw(
      `update energy_day e set rate_id = s.rate, rate_version = s.version, fee_sharp = s.sharp,
        fee_peak = s.peak, fee_off_peak = s.off_peak, fee_valley = s.valley
      from unnest($1::int4[], $2::int4[], $3::date[], $4::int4[], $5::int4[], $6::int8[],
        $7::int8[], $8::int8[], $9::int8[])
        as s (c, d, day, rate, version, sharp, peak, off_peak, valley)
      where e.customer_id = s.c and e.device_id = s.d and e.day = s.day
        and e.channel = 'activeTotal'`,
      [
        list(changes, ({ customerId }) => customerId),
        list(changes, ({ deviceId }) => deviceId),
        list(changes, ({ day }) => day),
        list(changes, ({ fee }) => fee.rateId),
        list(changes, ({ fee }) => fee.rateVersion),
        band(0),
        band(1),
        band(2),
        band(3),
      ],
    ),
  );
}
