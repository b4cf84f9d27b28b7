/**
 * Number of alarms in the current day, month or year, compared like for like (docs/decisions.md 12)
 * with the same elapsed part of the previous period and of the period a year before.
 */

import { QUARTER_MS } from '@busbar/domain/consumption/day-slots';
import {
  comparedUntil,
  type DaySpan,
  type ElapsedPart,
  elapsedPart,
  fractionOf,
} from '@busbar/domain/consumption/elapsed-part';
import {
  addDays,
  addMonths,
  firstOfMonth,
  type LocalDate,
  localDateOf,
  startOfLocalDate,
} from '@busbar/domain/local-date';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller, Scope } from '../../caller.ts';
import type { Context } from '../../context.ts';
import type { Executor, Read } from '../../storage/database.ts';
import { scopeOfGroup } from '../fleet/devices/device-list-service.ts';
import {
  activeByPriority,
  type Counting,
  type CountPeriod,
  countActive,
  countDevices,
  countOpened,
  countTypes,
  countWhole,
  type DeviceCount,
  type PriorityCount,
  type TypeCount,
} from './alarm-count-queries.ts';
import { groupsSeen } from './alarm-scope-queries.ts';

const PERIODS: readonly CountPeriod[] = ['day', 'month', 'year'];
const DEFAULT_DEVICES = 100;

export interface AlarmCounts {
  readonly period: CountPeriod;
  readonly alarms: number;
  readonly warnings: number;
  /** Alarms and warnings that are active now, including those of earlier periods. */
  readonly active: number;
  readonly types: readonly TypeCount[];
  /** Change as a fraction; null if there is nothing to compare with. */
  readonly change: number | null;
  readonly changeOfYear: number | null;
  readonly devices: readonly DeviceCount[];
}

export async function countAlarmsOf(
  ctx: Context,
  caller: Caller,
  query: {
    readonly dateType: string;
    readonly group?: string | number | undefined;
    /** Max number of devices in the result; 0 returns none. */
    readonly devices?: number | undefined;
  },
): Promise<Outcome<AlarmCounts>> {
  const period = PERIODS.find((one) => one === query.dateType);
  if (period === undefined) return refused('period-unsupported', 'date_type');
  const group = await scopeOfGroup(ctx, caller, query.group);
  if (!group.ok) return group;
  const { db } = ctx.database;
  const { customerId } = caller;
  const scope: Counting = { customerId, groups: await groupsSeen(db, group.value) };
  const now = ctx.clock.now();
  const { zone } = caller;
  const span = periodOf(period, localDateOf(now, zone));
  const part = elapsedPart(span, now, zone)!;
  const partOf = (of: DaySpan) => countPart(db, scope, of, part, zone);
  const ofYear = partOf(periodOf(period, addMonths(span.from, -12)));
  const before = { day: addDays(span.from, -1), month: addMonths(span.from, -1), year: undefined };
  const earlier = before[period];
  const past = earlier === undefined ? ofYear : partOf(periodOf(period, earlier));
  const cut = comparedUntil(span, part, zone);
  const [types, inside, earlierPart, yearPart, devices, active] = await Promise.all([
    countTypes(db, scope, period, span.from),
    // Alarms opened after the last full quarter hour, which are subtracted from the total.
    countOpened(db, scope, cut, now + 1),
    past,
    ofYear,
    countDevices(db, scope, period, span.from, query.devices ?? DEFAULT_DEVICES),
    countActive(db, scope),
  ]);
  const sum = (kind: string) => types.reduce((n, t) => n + (t.kind === kind ? t.alarms : 0), 0);
  return done({
    period,
    alarms: sum('alarm'),
    warnings: sum('warning'),
    active,
    types,
    change: fractionOf(sum('alarm') - inside, earlierPart),
    changeOfYear: fractionOf(sum('alarm') - inside, yearPart),
    devices,
  });
}

/** The active alarms that the caller sees, for a call that reads other things with them. */
export async function activeAlarmCounts(
  ctx: Context,
  scope: Scope,
): Promise<Read<PriorityCount[]>> {
  const groups = await groupsSeen(ctx.database.db, scope);
  return activeByPriority({ customerId: scope.customerId, groups });
}

function periodOf(period: CountPeriod, day: LocalDate): DaySpan {
  if (period === 'day') return { from: day, to: addDays(day, 1) };
  if (period === 'month') {
    const from = firstOfMonth(day);
    return { from, to: addMonths(from, 1) };
  }
  const from = `${day.slice(0, 4)}-01-01`;
  return { from, to: addMonths(from, 12) };
}

/**
 * Counts the alarms of the first `days` days and `quarters` quarter hours of the period; a shorter
 * period is counted as a whole.
 */
async function countPart(
  db: Executor,
  scope: Counting,
  span: DaySpan,
  { days, quarters }: ElapsedPart,
  zone: string,
): Promise<number> {
  const end = addDays(span.from, days);
  const isCut = end < span.to;
  const cut = isCut ? end : span.to;
  const start = startOfLocalDate(cut, zone);
  const counts = await Promise.all([
    countDays(db, scope, { from: span.from, to: cut }),
    isCut ? countOpened(db, scope, start, start + quarters * QUARTER_MS) : 0,
  ]);
  return counts.reduce((a, b) => a + b);
}

/** Day of the month after which subtracting the remaining days from the month's sum is faster. */
const LATE_IN_MONTH = 16;

/** Counts whole days: first whole months, which have fewer rows, then days of the last month. */
async function countDays(db: Executor, scope: Counting, { from, to }: DaySpan): Promise<number> {
  if (from !== firstOfMonth(from)) return countWhole(db, scope, 'day', { from, to });
  const month = firstOfMonth(to);
  const next = addMonths(month, 1);
  const isLate = Number(to.slice(8)) > LATE_IN_MONTH;
  const [months, days] = await Promise.all([
    countWhole(db, scope, 'month', { from, to: isLate ? next : month }),
    countWhole(db, scope, 'day', isLate ? { from: to, to: next } : { from: month, to }),
  ]);
  return isLate ? months - days : months + days;
}
