/**
 * Energy and fee of the last days or months, each with its comparisons, extremes and parts (hours
 * or days; docs/specification/energy-and-fees.md 1.1 and 1.2; docs/decisions.md 11, 12).
 */
import { type DaySpan, elapsedPart } from '@busbar/domain/consumption/elapsed-part';
import { type PeriodSummary, summarisePeriod } from '@busbar/domain/consumption/period-summary';
import { addDays, addMonths, type LocalDate, localDateOf } from '@busbar/domain/local-date';
import { done, type Outcome } from '@busbar/domain/refusal';
import type { Viewer } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { emptyTotalOf } from '../../fleet/rates/rate-version-queries.ts';
import { dayQuarters, energyDays, firstDayOf } from './day-queries.ts';
import { type EnergyOf, energyScope } from './energy-scope.ts';
import type { EnergyScope } from './energy-scope-queries.ts';
import {
  countOf,
  type DateType,
  dateTypeOf,
  lastSpans,
  spanBefore,
  spanOf,
} from './requested-period.ts';

const MAX_ENTRIES = { day: 92, month: 12 } as const;

export interface EnergyFeeQuery extends EnergyOf {
  readonly dateType: string;
  readonly count?: number | undefined;
}

export interface EnergyFees {
  readonly type: DateType;
  /** Newest first. */
  readonly periods: readonly PeriodSummary[];
}

export async function findEnergyFees(
  ctx: Context,
  viewer: Viewer,
  query: EnergyFeeQuery,
): Promise<Outcome<EnergyFees>> {
  const type = dateTypeOf(query.dateType);
  if (!type.ok) return type;
  const count = countOf(type.value, query.count, MAX_ENTRIES);
  if (!count.ok) return count;
  const scope = await energyScope(ctx, viewer, query);
  if (!scope.ok) return scope;
  const periods = await lastPeriods(ctx, scope.value, type.value, count.value, viewer.zone);
  return done({ type: type.value, periods });
}

/** Returns the last `count` days or months of the scope, newest first. */
export async function lastPeriods(
  ctx: Context,
  scope: EnergyScope,
  type: DateType,
  count: number,
  zone: string,
): Promise<PeriodSummary[]> {
  const now = ctx.clock.now();
  const today = localDateOf(now, zone);
  const spans = lastSpans(type, count, today);
  const oldest = spanBefore(type, spans.at(-1)!, 1);
  const yearBefore = (span: DaySpan) => spanOf(type, addMonths(span.from, -12));
  const cut = daysCutIn(type, spans[0]!, now, zone);
  const shown = type === 'day' ? spans.map(({ from }) => from) : [];
  const [days, firstDay, quarters, emptyTotal] = await ctx.database.readTogether(
    energyDays(
      scope,
      { from: oldest.from, to: addDays(today, 1) },
      { from: yearBefore(spans.at(-1)!).from, to: yearBefore(spans[0]!).to },
    ),
    firstDayOf(scope),
    dayQuarters(scope, [...new Set([...cut, ...shown])], cut),
    emptyTotalOf(scope.customerId),
  );
  const book = {
    zone,
    now,
    days: new Map(days.map((day) => [day.day, day])),
    quarters,
    emptyTotal,
    firstDay,
  };
  return spans.map((span) =>
    summarisePeriod(book, type, span, spanBefore(type, span, 1), yearBefore(span)),
  );
}

/** Returns the current day and the days it is compared with, which are compared by quarter hours. */
function daysCutIn(type: DateType, running: DaySpan, now: number, zone: string): LocalDate[] {
  const part = elapsedPart(running, now, zone);
  if (part === undefined) return [];
  const compared = [
    running,
    spanBefore(type, running, 1),
    spanOf(type, addMonths(running.from, -12)),
  ];
  return [...new Set(compared.map(({ from }) => addDays(from, part.days)))];
}
