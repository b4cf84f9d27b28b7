/** Sums of closed periods that differ from the billed ones, and the adjustments written for them. */
import { type LocalDate, startOfLocalDate } from '@busbar/domain/local-date';
import type { Adjustment } from '@busbar/domain/tariff/adjustment';
import { sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { devicePlaces } from '../../shared/device-place-queries.ts';
import type { OpenPeriod } from './settlement-queries.ts';

export interface ChangedPeriod {
  readonly customerId: number;
  readonly start: LocalDate;
}

/**
 * Finds closed periods whose sums differ from the billed ones. Uses the group sums, which are few,
 * for all customers at once.
 */
export async function findChangedPeriods(db: Executor): Promise<ChangedPeriod[]> {
  const { rows } = await sql<ChangedPeriod>`
    select period.customer_id as "customerId", period.start_day as start
    from settlement_period period
    cross join lateral (
      select coalesce(sum(energy_wh), 0) as wh,
        coalesce(sum(fee_sharp + fee_peak + fee_off_peak + fee_valley), 0) as amount
      from user_group g
      join energy_group_day e on e.customer_id = g.customer_id and e.group_id = g.group_id
      where g.customer_id = period.customer_id
        and e.day >= period.start_day and e.day < period.end_day
    ) existing
    cross join lateral (
      select coalesce(sum(energy_wh), 0) as wh, coalesce(sum(amount), 0) as amount
      from bill_line line
      where line.customer_id = period.customer_id and line.start_day = period.start_day
    ) billed
    cross join lateral (
      select coalesce(sum(energy_wh), 0) as wh, coalesce(sum(amount), 0) as amount
      from bill_adjustment adjustment
      where adjustment.customer_id = period.customer_id
        and adjustment.of_start_day = period.start_day
    ) earlier
    where period.closed_at < 'infinity'
      and (existing.wh <> billed.wh + earlier.wh or existing.amount <> billed.amount + earlier.amount)
    order by period.customer_id, period.start_day`.execute(db);
  return rows;
}

export interface ChangedDevice {
  readonly deviceId: number;
  /** Groups in which the device used this energy, from the root. */
  readonly groupPath: readonly number[];
  readonly recomputed: Adjustment;
  readonly billed: Adjustment;
  readonly earlier: Adjustment;
}

export async function findChangedDevices(
  trx: Executor,
  customerId: number,
  { start, end }: OpenPeriod,
  deviceIds?: readonly number[],
): Promise<ChangedDevice[]> {
  const amongThem =
    deviceIds === undefined ? sql`` : sql`and device_id = any(${[...deviceIds]}::int4[])`;
  const { rows } = await sql<{
    deviceId: number;
    groupPath: number[];
    wh: number;
    amount: number;
    billedWh: number;
    billedAmount: number;
    earlierWh: number;
    earlierAmount: number;
  }>`
    select device_id as "deviceId", group_path as "groupPath",
      sum(wh) filter (where part = 'now')::bigint as wh,
      sum(amount) filter (where part = 'now')::bigint as amount,
      sum(wh) filter (where part = 'billed')::bigint as "billedWh",
      sum(amount) filter (where part = 'billed')::bigint as "billedAmount",
      sum(wh) filter (where part = 'earlier')::bigint as "earlierWh",
      sum(amount) filter (where part = 'earlier')::bigint as "earlierAmount"
    from (
      select 'now' as part, device_id, place.group_path, sum(energy_wh) as wh,
        sum(fee_sharp + fee_peak + fee_off_peak + fee_valley) as amount
      from energy_day
      join (${devicePlaces(customerId, deviceIds)}) place using (device_id)
      where day >= place.from_day and day < place.until_day
        and customer_id = ${customerId} and channel = 'activeTotal' and rate_id is not null
        and num_nulls(fee_sharp, fee_peak, fee_off_peak, fee_valley) = 0
        and day >= ${start}::date and day < ${end}::date ${amongThem}
      group by device_id, place.group_path
      union all
      select 'billed', device_id, group_path, sum(energy_wh), sum(amount) from bill_line
      where customer_id = ${customerId} and start_day = ${start}::date ${amongThem}
      group by device_id, group_path
      union all
      select 'earlier', device_id, group_path, sum(energy_wh), sum(amount) from bill_adjustment
      where customer_id = ${customerId} and of_start_day = ${start}::date ${amongThem}
      group by device_id, group_path
    ) parts
    group by device_id, group_path
    having sum(case when part = 'now' then wh else -wh end) <> 0
      or sum(case when part = 'now' then amount else -amount end) <> 0
    order by device_id, group_path`.execute(trx);
  return rows.map((row) => ({
    deviceId: row.deviceId,
    groupPath: row.groupPath,
    recomputed: { wh: row.wh ?? 0, amount: row.amount ?? 0 },
    billed: { wh: row.billedWh ?? 0, amount: row.billedAmount ?? 0 },
    earlier: { wh: row.earlierWh ?? 0, amount: row.earlierAmount ?? 0 },
  }));
}

/** Devices with an override of readings in the period, decided or withdrawn since it closed. */
export async function findCorrectedDevices(
  trx: Executor,
  customerId: number,
  { start, end, closedAt }: OpenPeriod,
  zone: string,
): Promise<ReadonlySet<number>> {
  if (closedAt === null) return new Set();
  const rows = await trx
    .selectFrom('energy_override')
    .select('device_id')
    .distinct()
    .where('customer_id', '=', customerId)
    .where('register_ts', '>', instant(startOfLocalDate(start, zone)))
    .where('register_ts', '<=', instant(startOfLocalDate(end, zone)))
    .where((eb) =>
      eb.or([
        eb('decided_at', '>=', instant(closedAt)),
        eb('withdrawn_at', '>=', instant(closedAt)),
      ]),
    )
    .execute();
  return new Set(rows.map((row) => row.device_id));
}

export interface NewAdjustment extends Adjustment {
  readonly deviceId: number;
  readonly groupPath: readonly number[];
  readonly reason: string;
}

/** `starts`: first days of the closed period and of the period in which it is billed. */
export async function insertAdjustments(
  trx: Executor,
  customerId: number,
  starts: { readonly of: LocalDate; readonly in: LocalDate },
  adjustments: readonly NewAdjustment[],
  now: number,
): Promise<void> {
  await trx
    .insertInto('bill_adjustment')
    .values(
      adjustments.map(({ deviceId, groupPath, wh, amount, reason }) => ({
        customer_id: customerId,
        of_start_day: starts.of,
        in_start_day: starts.in,
        device_id: deviceId,
        group_path: [...groupPath],
        energy_wh: wh,
        amount,
        reason,
        created_at: instant(now),
      })),
    )
    .execute();
}
