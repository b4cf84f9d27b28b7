/**
 * Bill lines: the frozen lines of a closed period, or lines computed from the ledger days of a
 * period that is not closed. The ledger stores each day's contribution to a line with the day, so a
 * line is the plain sum of its days.
 */
import type { SettlementPeriod } from '@busbar/domain/billing/settlement-period';
import type { LocalDate } from '@busbar/domain/local-date';
import type { Amount } from '@busbar/domain/tariff/amount';
import { TARIFF_BANDS, type TariffBand } from '@busbar/domain/tariff/band';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';
import { devicePlaces } from '../../shared/device-place-queries.ts';
import { type EnergyScope, inProject } from '../queries/energy-scope-queries.ts';
import { sumOfFees } from '../settlement/fee-sum-queries.ts';

/** A period to read bill lines for. */
export interface BilledPeriod extends SettlementPeriod {
  readonly isClosed: boolean;
}

/**
 * Computes device_id, rate_id, rate_version, band, energy_wh, price, amount and group_path from the
 * days. The energy of a device that was moved within the period is on one line per place.
 */
export function linesOfDays(
  customerId: number,
  { start, end }: SettlementPeriod,
  deviceId?: number,
): RawBuilder<unknown> {
  return sql`
    select used.device_id, used.rate_id, used.rate_version, line.band,
      line.energy_wh::bigint as energy_wh, line.price, line.amount::bigint as amount,
      used.group_path
    from (
      select e.device_id, place.group_path, e.rate_id, e.rate_version, sum(e.sharp_wh) as sharp_wh,
        sum(e.peak_wh) as peak_wh, sum(e.off_peak_wh) as off_peak_wh,
        sum(e.valley_wh) as valley_wh, ${sumOfFees(sql`e.fee_sharp`)} as fee_sharp,
        ${sumOfFees(sql`e.fee_peak`)} as fee_peak,
        ${sumOfFees(sql`e.fee_off_peak`)} as fee_off_peak,
        ${sumOfFees(sql`e.fee_valley`)} as fee_valley
      from energy_day e
      join (${devicePlaces(customerId, deviceId === undefined ? undefined : [deviceId])}) place
        on place.device_id = e.device_id and e.day >= place.from_day and e.day < place.until_day
      where e.customer_id = ${customerId} and e.channel = 'activeTotal' and e.rate_id is not null
        and e.day >= ${start}::date and e.day < ${end}::date
        ${deviceId === undefined ? sql`` : sql`and e.device_id = ${deviceId}`}
      group by e.device_id, place.group_path, e.rate_id, e.rate_version
    ) used
    join rate_version v on v.customer_id = ${customerId} and v.rate_id = used.rate_id
      and v.version = used.rate_version
    cross join lateral (values
      ('sharp', used.sharp_wh, v.price_sharp, used.fee_sharp),
      ('peak', used.peak_wh, v.price_peak, used.fee_peak),
      ('offPeak', used.off_peak_wh, v.price_off_peak, used.fee_off_peak),
      ('valley', used.valley_wh, v.price_valley, used.fee_valley)
    ) line(band, energy_wh, price, amount)
    where line.energy_wh <> 0 or line.amount <> 0`;
}

/** Writes the lines of the period permanently. */
export async function freezeLines(
  trx: Executor,
  customerId: number,
  period: SettlementPeriod,
): Promise<{ readonly lines: number; readonly amount: number }> {
  const { rows } = await sql<{ lines: number; amount: number }>`
    with frozen as (
      insert into bill_line (customer_id, start_day, device_id, rate_id, rate_version, band,
        energy_wh, price, amount, group_path)
      select ${customerId}::integer, ${period.start}::date, lines.*
      from (${linesOfDays(customerId, period)}) lines
      returning amount
    ) select count(*) as lines, coalesce(sum(amount), 0)::bigint as amount from frozen`.execute(
    trx,
  );
  return rows[0]!;
}

function linesOf(scope: EnergyScope, period: BilledPeriod): RawBuilder<unknown> {
  const { customerId, deviceId } = scope;
  if (!period.isClosed) return linesOfDays(customerId, period, deviceId);
  return sql`
    select device_id, rate_id, rate_version, band, energy_wh, price, amount, group_path
    from bill_line
    where customer_id = ${customerId} and start_day = ${period.start}::date
      ${deviceId === undefined ? sql`` : sql`and device_id = ${deviceId}`}`;
}

/** A bill of a tenant has what was used while the group was directly below the root group. */
export interface BillScope extends EnergyScope {
  readonly isTenant?: boolean;
}

function isBilledTo({ groupId, isTenant }: BillScope, path: RawBuilder<unknown>) {
  return isTenant === true
    ? sql<boolean>`${path}[2] = ${groupId}`
    : sql<boolean>`${path} @> array[${groupId}::integer]`;
}

/** Name of a device on the bill: the former one if the scope no longer contains the device. */
export const BILLED_NAME = sql<string>`coalesce(former.name, d.name)`;

/**
 * FROM clause with the lines as `line` and their devices as `d`, restricted to the scope. Energy
 * belongs to the groups in which the device was when it was used. The lines are computed once: while
 * tables have no statistics yet, PostgreSQL would compute all of them again for each device.
 */
export function linesInScope(scope: BillScope, period: BilledPeriod): RawBuilder<unknown> {
  return sql`
    from (
      with summed as materialized (
        select device_id, rate_id, rate_version, band, price, sum(energy_wh)::bigint as energy_wh,
          ${sumOfFees(sql`amount`)} as amount
        from (${linesOf(scope, period)}) part
        where ${isBilledTo(scope, sql`part.group_path`)}
        group by device_id, rate_id, rate_version, band, price)
      select * from summed) line
    join device d on d.customer_id = ${scope.customerId} and d.device_id = line.device_id
    ${formerName(scope)}
    join rate r on r.customer_id = ${scope.customerId} and r.rate_id = line.rate_id
    where true ${inProject(scope, sql`line.device_id`)}`;
}

function formerName(scope: EnergyScope): RawBuilder<unknown> {
  return sql`
    join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
    left join lateral (
      select device_name as name from device_former_place f
      where f.customer_id = ${scope.customerId} and f.device_id = d.device_id
        and f.group_path @> array[${scope.groupId}::integer]
      order by f.until_day desc limit 1) former
      on not g.path @> array[${scope.groupId}::integer]`;
}

export interface TariffLine {
  readonly rateName: string;
  readonly rateVersion: number;
  readonly band: TariffBand;
  /** Decimal text per kWh; null if the tariff version has no price. */
  readonly price: string | null;
  readonly energyWh: number;
  /** Minor units; null if the tariff version has no price. */
  readonly amount: Amount;
}

export interface DeviceLine extends TariffLine {
  readonly deviceId: number;
  readonly deviceName: string;
  readonly deviceCode: string;
}

const IN_ORDER_OF_BANDS = sql`array_position(${sql.lit(`{${TARIFF_BANDS.join(',')}}`)}::text[], line.band)`;

export async function readLines(
  db: Executor,
  scope: BillScope,
  period: BilledPeriod,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<DeviceLine[]> {
  const { rows } = await sql<DeviceLine>`
    select d.device_id as "deviceId", ${BILLED_NAME} as "deviceName", d.device_code as "deviceCode",
      r.name as "rateName",
      line.rate_version as "rateVersion", line.band, line.price, line.energy_wh as "energyWh",
      line.amount
    ${linesInScope(scope, period)}
    order by ${BILLED_NAME} collate "C", d.device_id, r.name collate "C", line.rate_id, line.rate_version,
      ${IN_ORDER_OF_BANDS}
    limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export interface TariffSum extends TariffLine {
  /** Number of device lines in this sum. */
  readonly lines: number;
}

/** Sums the lines of all devices in the scope by tariff version and band. */
export async function sumLines(
  db: Executor,
  scope: EnergyScope,
  period: BilledPeriod,
): Promise<TariffSum[]> {
  const { rows } = await sql<TariffSum>`
    select r.name as "rateName", line.rate_version as "rateVersion", line.band, line.price,
      sum(line.energy_wh)::bigint as "energyWh", ${sumOfFees(sql`line.amount`)} as amount,
      count(*) as lines
    ${linesInScope(scope, period)}
    group by r.name, line.rate_id, line.rate_version, line.band, line.price
    order by r.name collate "C", line.rate_id, line.rate_version, ${IN_ORDER_OF_BANDS}`.execute(db);
  return rows;
}

export interface AdjustmentLine {
  readonly deviceName: string;
  readonly deviceCode: string;
  /** First day of the closed period that changed. */
  readonly ofStart: LocalDate;
  readonly energyWh: number;
  /** Minor units; negative amounts are credits to the customer. */
  readonly amount: number;
  readonly reason: 'correction' | 'late-readings';
  readonly at: number;
}

/** Returns the adjustments for closed periods that are billed in the period starting on `start`. */
export async function readAdjustments(
  db: Executor,
  scope: BillScope,
  start: LocalDate,
): Promise<AdjustmentLine[]> {
  const { rows } = await sql<AdjustmentLine>`
    select ${BILLED_NAME} as "deviceName", d.device_code as "deviceCode", a.of_start_day as "ofStart",
      a.energy_wh as "energyWh", a.amount, a.reason, a.created_at as at
    ${adjustmentsInScope(scope, start)}
    order by ${BILLED_NAME} collate "C", a.bill_adjustment_id`.execute(db);
  return rows;
}

/**
 * FROM clause with the adjustments billed in the period starting on `start` as `a` and their devices
 * as `d`, restricted to the scope.
 */
export function adjustmentsInScope(scope: BillScope, start: LocalDate): RawBuilder<unknown> {
  return sql`
    from bill_adjustment a
    join device d on d.customer_id = a.customer_id and d.device_id = a.device_id
    ${formerName(scope)}
    where a.customer_id = ${scope.customerId} and a.in_start_day = ${start}::date
      and ${isBilledTo(scope, sql`a.group_path`)}
      ${scope.deviceId === undefined ? sql`` : sql`and a.device_id = ${scope.deviceId}`}
      ${inProject(scope, sql`a.device_id`)}`;
}
