/**
 * Energy and fees of each device over days, weeks or months: the rows of the fee screens and of the
 * legacy API. Weeks begin on Monday. Deleted devices retain their rows.
 */
import type { DaySpan } from '@busbar/domain/consumption/elapsed-part';
import type { LocalDate } from '@busbar/domain/local-date';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';
import { BAND_SUMS, type BandAmounts, type BandRow, bandAmounts, daysOf } from './day-queries.ts';
import { type EnergyScope, inProject } from './energy-scope-queries.ts';

export type RowUnit = 'day' | 'week' | 'month';

export interface DeviceRow extends BandAmounts {
  /** The day, the Monday of the week or the first day of the month. */
  readonly date: LocalDate;
  readonly deviceName: string;
  readonly deviceCode: string;
  readonly estimated: boolean;
  readonly final: boolean;
  /** The tariff of the day; null for weeks and months, which may contain several. */
  readonly rateName: string | null;
  readonly rateVersion: number | null;
}

export const ROW_SORTS = ['date', 'deviceName', 'energy', 'fee'] as const;
export type RowSort = (typeof ROW_SORTS)[number];

export interface RowPage {
  readonly offset: number;
  readonly limit: number;
  readonly sort: RowSort;
  readonly descending: boolean;
}

type SqlRow = BandRow & {
  date: LocalDate;
  deviceName: string;
  deviceCode: string;
  estimated: boolean;
  final: boolean;
  rateName: string | null;
  rateVersion: number | null;
};

/** Sort expressions over the columns below; collation "C" gives the same order on every server. */
const SORTS: Readonly<Record<RowSort, string>> = {
  date: 'date',
  deviceName: '"deviceName" collate "C"',
  energy: 'wh',
  fee: 'fee1 + fee2 + fee3 + fee4',
};

export async function readDeviceRows(
  db: Executor,
  scope: EnergyScope,
  span: DaySpan,
  unit: RowUnit,
  { offset, limit, sort, descending }: RowPage,
): Promise<DeviceRow[]> {
  const direction = sql.raw(descending ? 'desc' : 'asc');
  const then = sort === 'date' ? sql`` : sql`date desc,`;
  const { rows } = await sql<SqlRow>`
    select * from (${unit === 'day' ? dayRows(scope, span) : summedRows(scope, span, unit)}) listed
    order by ${sql.raw(SORTS[sort])} ${direction} nulls last, ${then}
      "deviceName" collate "C", "deviceId"
    limit ${limit} offset ${offset}`.execute(db);
  return rows.map((row) => ({
    date: row.date,
    deviceName: row.deviceName,
    deviceCode: row.deviceCode,
    ...bandAmounts(row),
    estimated: row.estimated,
    final: row.final,
    rateName: row.rateName,
    rateVersion: row.rateVersion,
  }));
}

function deviceDays(scope: EnergyScope, span: DaySpan): RawBuilder<unknown> {
  return sql`from energy_day e
    join device d on d.customer_id = e.customer_id and d.device_id = e.device_id
    join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
    left join rate r on r.customer_id = e.customer_id and r.rate_id = e.rate_id
    where e.customer_id = ${scope.customerId} and e.channel = 'activeTotal'
      and e.day >= ${span.from}::date and e.day < ${span.to}::date
      and g.path @> array[${scope.groupId}::integer]
      ${scope.deviceId === undefined ? sql`` : sql`and e.device_id = ${scope.deviceId}`}
      ${inProject(scope, sql`e.device_id`)}`;
}

function dayRows(scope: EnergyScope, span: DaySpan): RawBuilder<unknown> {
  return sql`select e.day as date, e.device_id as "deviceId", d.name as "deviceName",
      d.device_code as "deviceCode", e.energy_wh as wh, e.sharp_wh as wh1, e.peak_wh as wh2,
      e.off_peak_wh as wh3, e.valley_wh as wh4, e.fee_sharp as fee1, e.fee_peak as fee2,
      e.fee_off_peak as fee3, e.fee_valley as fee4, e.estimated, e.final, r.name as "rateName",
      e.rate_version as "rateVersion"
    ${deviceDays(scope, span)}`;
}

function summedRows(
  scope: EnergyScope,
  span: DaySpan,
  unit: 'week' | 'month',
): RawBuilder<unknown> {
  return sql`select date_trunc(${unit}, e.day)::date as date, e.device_id as "deviceId",
      d.name as "deviceName", d.device_code as "deviceCode", ${BAND_SUMS},
      bool_or(e.estimated) as estimated, bool_and(e.final) as final,
      null::text as "rateName", null::integer as "rateVersion"
    ${deviceDays(scope, span)}
    group by 1, e.device_id, d.name, d.device_code`;
}

/** Returns the number of rows and their sums; sums of groups come from the stored group sums. */
export async function sumDeviceRows(
  db: Executor,
  scope: EnergyScope,
  span: DaySpan,
  unit: RowUnit,
): Promise<{ readonly count: number; readonly sums: BandAmounts }> {
  const ofGroups = scope.deviceId === undefined && scope.projectId === undefined;
  const count = unit === 'day' && ofGroups ? sql`coalesce(sum(e.devices), 0)` : sql`count(*)`;
  const { rows } = await sql<BandRow & { count: number }>`
    select ${count}::bigint as count, ${BAND_SUMS} ${daysOf(scope)}
      and e.day >= ${span.from}::date and e.day < ${span.to}::date`.execute(db);
  const row = rows[0]!;
  const counted = unit === 'day' ? row.count : await countSummedRows(db, scope, span, unit);
  return { count: counted, sums: bandAmounts(row) };
}

async function countSummedRows(
  db: Executor,
  scope: EnergyScope,
  span: DaySpan,
  unit: 'week' | 'month',
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select distinct date_trunc(${unit}, e.day), e.device_id ${deviceDays(scope, span)}
    ) listed`.execute(db);
  return rows[0]?.count ?? 0;
}
