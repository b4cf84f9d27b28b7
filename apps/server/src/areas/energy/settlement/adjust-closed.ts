/**
 * Adjustments of closed periods: one per device, billed in the current period, so that no issued
 * bill ever changes (docs/decisions.md 14). An adjustment is the current sum of the period minus
 * the billed amount minus earlier adjustments, so repeating it writes nothing. The ledger writes
 * adjustments in the transaction that changes the days, so bills add up at all times; a job
 * compares the sums of closed periods in addition. A day whose energy has no price is skipped until
 * it has one and does not block the adjustment of other days.
 */
import { periodOf } from '@busbar/domain/billing/settlement-period';
import { type LocalDate, localDateOf, startOfLocalDate } from '@busbar/domain/local-date';
import { adjustmentOf } from '@busbar/domain/tariff/adjustment';
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import {
  holdSettlement,
  readSettlement,
  type Settlement,
  type StandingPeriod,
} from './settlement-queries.ts';

/** Reasons why a closed period changed: a user corrected it, or readings were late. */
export const ADJUSTMENT_REASONS = ['correction', 'late-readings'] as const;

interface ChangedPeriod {
  readonly customerId: number;
  readonly start: LocalDate;
}

/**
 * Finds closed periods whose sums differ from the billed ones. Uses the group sums, which are few,
 * for all customers at once.
 */
async function findChangedPeriods(db: Executor): Promise<ChangedPeriod[]> {
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
    ) kept
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
      and (kept.wh <> billed.wh + earlier.wh or kept.amount <> billed.amount + earlier.amount)
    order by period.customer_id, period.start_day`.execute(db);
  return rows;
}

/** Adjusts the periods of all customers; returns the number of adjustments written. */
export async function adjustChangedPeriods(ctx: Context): Promise<number> {
  let count = 0;
  for (const { customerId, start } of await findChangedPeriods(ctx.database.db)) {
    count += await adjustPeriod(ctx, customerId, start);
  }
  return count;
}

/** Adjusts one closed period, device by device; does nothing if the period is not closed. */
export async function adjustPeriod(
  ctx: Context,
  customerId: number,
  start: LocalDate,
): Promise<number> {
  return ctx.database.transaction(async (trx) => {
    await holdSettlement(trx, customerId);
    const settlement = await readSettlement(trx, customerId);
    const period = settlement.standing.find((standing) => standing.start === start);
    return period === undefined
      ? 0
      : writeAdjustments(trx, { customerId, settlement, period, now: ctx.clock.now() });
  });
}

interface ChangedDay {
  readonly customerId: number;
  readonly deviceId: number;
  readonly day: LocalDate;
}

/**
 * Adjusts closed periods for days that were just written, in the same transaction. While the
 * transaction holds the settlement lock of a customer, none of the customer's periods closes.
 */
export async function adjustChangedDays(
  trx: Executor,
  days: readonly ChangedDay[],
  now: number,
): Promise<void> {
  const byCustomer = new Map<number, ChangedDay[]>();
  for (const day of days) {
    const known = byCustomer.get(day.customerId);
    if (known === undefined) byCustomer.set(day.customerId, [day]);
    else known.push(day);
  }
  for (const [customerId, changed] of [...byCustomer].sort(([one], [other]) => one - other)) {
    const { zone, ...plan } = await readSettlement(trx, customerId);
    const running = periodOf(localDateOf(now, zone), plan);
    const past = changed.filter(({ day }) => day < running.start);
    if (past.length === 0) continue;
    await holdSettlement(trx, customerId);
    const settlement = await readSettlement(trx, customerId);
    for (const period of settlement.standing) {
      const devices = past.filter(({ day }) => period.start <= day && day < period.end);
      if (devices.length === 0) continue;
      const deviceIds = [...new Set(devices.map(({ deviceId }) => deviceId))];
      await writeAdjustments(trx, { customerId, settlement, period, now }, deviceIds);
    }
  }
}

interface SettledPeriod {
  readonly customerId: number;
  readonly settlement: Settlement;
  readonly period: StandingPeriod;
  readonly now: number;
}

/**
 * Adjusts all devices or only the given ones. Returns the number of adjustments written; 0 if the
 * period is not closed.
 */
async function writeAdjustments(
  trx: Executor,
  { customerId, settlement, period, now }: SettledPeriod,
  deviceIds?: readonly number[],
): Promise<number> {
  if (period.closedAt === null) return 0;
  const changed = await findChangedDevices(trx, customerId, period, deviceIds);
  if (changed.length === 0) return 0;
  const running = periodOf(localDateOf(now, settlement.zone), settlement);
  const corrected = await findCorrectedDevices(trx, customerId, period, settlement.zone);
  const rows = changed.flatMap(({ deviceId, recomputed, billed, earlier }) => {
    const owed = adjustmentOf([recomputed], [billed], [earlier]);
    if (owed === undefined) return [];
    return {
      customer_id: customerId,
      of_start_day: period.start,
      in_start_day: running.start,
      device_id: deviceId,
      energy_wh: owed.wh,
      amount: owed.amount,
      reason: corrected.has(deviceId) ? ADJUSTMENT_REASONS[0] : ADJUSTMENT_REASONS[1],
      created_at: instant(now),
    };
  });
  if (rows.length > 0) await trx.insertInto('bill_adjustment').values(rows).execute();
  return rows.length;
}

interface Sum {
  readonly wh: number;
  readonly amount: number;
}

interface ChangedDevice {
  readonly deviceId: number;
  readonly recomputed: Sum;
  readonly billed: Sum;
  readonly earlier: Sum;
}

async function findChangedDevices(
  trx: Executor,
  customerId: number,
  { start, end }: StandingPeriod,
  deviceIds?: readonly number[],
): Promise<ChangedDevice[]> {
  const amongThem =
    deviceIds === undefined ? sql`` : sql`and device_id = any(${[...deviceIds]}::int4[])`;
  const { rows } = await sql<{
    deviceId: number;
    wh: number;
    amount: number;
    billedWh: number;
    billedAmount: number;
    earlierWh: number;
    earlierAmount: number;
  }>`
    select device_id as "deviceId",
      sum(wh) filter (where part = 'now')::bigint as wh,
      sum(amount) filter (where part = 'now')::bigint as amount,
      sum(wh) filter (where part = 'billed')::bigint as "billedWh",
      sum(amount) filter (where part = 'billed')::bigint as "billedAmount",
      sum(wh) filter (where part = 'earlier')::bigint as "earlierWh",
      sum(amount) filter (where part = 'earlier')::bigint as "earlierAmount"
    from (
      select 'now' as part, device_id, sum(energy_wh) as wh,
        sum(fee_sharp + fee_peak + fee_off_peak + fee_valley) as amount
      from energy_day
      where customer_id = ${customerId} and channel = 'activeTotal' and rate_id is not null
        and num_nulls(fee_sharp, fee_peak, fee_off_peak, fee_valley) = 0
        and day >= ${start}::date and day < ${end}::date ${amongThem}
      group by device_id
      union all
      select 'billed', device_id, sum(energy_wh), sum(amount) from bill_line
      where customer_id = ${customerId} and start_day = ${start}::date ${amongThem}
      group by device_id
      union all
      select 'earlier', device_id, sum(energy_wh), sum(amount) from bill_adjustment
      where customer_id = ${customerId} and of_start_day = ${start}::date ${amongThem}
      group by device_id
    ) parts
    group by device_id
    having sum(case when part = 'now' then wh else -wh end) <> 0
      or sum(case when part = 'now' then amount else -amount end) <> 0
    order by device_id`.execute(trx);
  return rows.map((row) => ({
    deviceId: row.deviceId,
    recomputed: { wh: row.wh ?? 0, amount: row.amount ?? 0 },
    billed: { wh: row.billedWh ?? 0, amount: row.billedAmount ?? 0 },
    earlier: { wh: row.earlierWh ?? 0, amount: row.earlierAmount ?? 0 },
  }));
}

/**
 * Returns devices with an override decided or withdrawn since the period closed, for readings in
 * the period.
 */
async function findCorrectedDevices(
  trx: Executor,
  customerId: number,
  { start, end, closedAt }: StandingPeriod,
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
