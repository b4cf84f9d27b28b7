/** Energy and fees of each device by day, week or month, with the sums of all matching rows. */
import type { DaySpan } from '@busbar/domain/consumption/elapsed-part';
import {
  addDays,
  daysBetween,
  type LocalDate,
  localDateOf,
  parseLocalDate,
} from '@busbar/domain/local-date';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { readEmptyTotal } from '../../fleet/rates/rate-version-queries.ts';
import { type BandAmounts, type DayEnergy, readDays, sumOfBands } from './day-queries.ts';
import {
  type DeviceRow,
  type RowSort,
  type RowUnit,
  readDeviceRows,
  sumDeviceRows,
} from './device-row-queries.ts';
import { type EnergyOf, energyScope } from './energy-scope.ts';

/** Longest range that can be requested: two years and a leap day. */
const MAX_DAYS = 731;
/** Longest range counted back from today. */
const MAX_LAST_DAYS = 92;
const MAX_ROWS = 10_000;

export interface DeviceRowQuery extends EnergyOf {
  readonly unit: RowUnit;
  readonly span: DaySpan;
  readonly page: number;
  readonly pageSize: number;
  readonly sort?: RowSort | undefined;
  readonly descending?: boolean | undefined;
  /** Also reads the sums of each day. */
  readonly byDay?: boolean | undefined;
}

export interface DeviceRows {
  readonly rows: readonly DeviceRow[];
  readonly sums: BandAmounts;
  /** Oldest first; only if requested. */
  readonly days?: readonly DayEnergy[];
  readonly total: number;
  readonly page: number;
  readonly pageSize: number;
}

export async function findDeviceRows(
  ctx: Context,
  caller: Caller,
  query: DeviceRowQuery,
): Promise<Outcome<DeviceRows>> {
  const scope = await energyScope(ctx, caller, query);
  if (!scope.ok) return scope;
  const { db } = ctx.database;
  const { unit, span } = query;
  const page = Math.max(1, query.page);
  const pageSize = Math.min(Math.max(1, query.pageSize), MAX_ROWS);
  const sort = query.sort ?? 'date';
  const listing = {
    offset: (page - 1) * pageSize,
    limit: pageSize,
    sort,
    descending: query.descending ?? sort === 'date',
  };
  const [rows, { count, sums }, emptyTotal, days] = await Promise.all([
    readDeviceRows(db, scope.value, span, unit, listing),
    sumDeviceRows(db, scope.value, span, unit),
    readEmptyTotal(db, scope.value.customerId),
    query.byDay === true ? readDays(db, scope.value, span) : undefined,
  ]);
  return done({
    rows,
    sums: sumOfBands([sums], emptyTotal),
    total: count,
    page,
    pageSize,
    ...(days === undefined ? {} : { days }),
  });
}

/** Returns the days that overlap the span of instants; errors name `field`. */
export function spanOfInstants(
  from: number,
  to: number,
  zone: string,
  field: string,
): Outcome<DaySpan> {
  if (from >= to) return refused('range-invalid', field);
  const span = { from: localDateOf(from, zone), to: addDays(localDateOf(to - 1, zone), 1) };
  return daysBetween(span.from, span.to) > MAX_DAYS ? refused('range-invalid', field) : done(span);
}

export interface RequestedDays {
  readonly start?: string | undefined;
  /** The last day, inclusive. */
  readonly end?: string | undefined;
  /** Number of days up to today; used if neither `start` nor `end` is given. */
  readonly days?: number | undefined;
}

const DEFAULT_DAYS = 7;

export function spanOfDays(requested: RequestedDays, today: LocalDate): Outcome<DaySpan> {
  const { start, end, days = DEFAULT_DAYS } = requested;
  if (start === undefined && end === undefined) {
    if (days < 1 || days > MAX_LAST_DAYS) return refused('count-out-of-range', 'days');
    return done({ from: addDays(today, 1 - days), to: addDays(today, 1) });
  }
  const from = parseLocalDate(start ?? '');
  if (from === undefined) return refused('date-invalid', 'start');
  const last = parseLocalDate(end ?? '');
  if (last === undefined) return refused('date-invalid', 'end');
  const span = { from, to: addDays(last, 1) };
  const length = daysBetween(span.from, span.to);
  return length < 1 || length > MAX_DAYS ? refused('range-invalid', 'end') : done(span);
}
