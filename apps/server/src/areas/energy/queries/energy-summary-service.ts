/**
 * Energy and fees of today, this month, this year and in total, and of the last months by band, for
 * the legacy home page.
 */
import {
  addDays,
  addMonths,
  firstOfMonth,
  type LocalDate,
  localDateOf,
} from '@busbar/domain/local-date';
import { done, type Outcome } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { readEmptyTotal } from '../../fleet/rates/rate-version-queries.ts';
import { type BandAmounts, readDays, sumOfBands } from './day-queries.ts';
import { energyScope } from './energy-scope.ts';
import { type TrendEntry, trendOf } from './energy-trend-service.ts';
import { lastSpans } from './requested-period.ts';

const TREND_MONTHS = 6;
/** A day before the oldest possible reading. */
const EVER = '2000-01-01';

export interface EnergySummary {
  readonly today: BandAmounts;
  readonly month: BandAmounts;
  readonly year: BandAmounts;
  readonly total: BandAmounts;
  /** Months, newest first. */
  readonly trend: readonly TrendEntry[];
}

export async function findEnergySummary(
  ctx: Context,
  caller: Caller,
  group: string | number | undefined,
): Promise<Outcome<EnergySummary>> {
  const scope = await energyScope(ctx, caller, { group });
  if (!scope.ok) return scope;
  const { db } = ctx.database;
  const today = localDateOf(ctx.clock.now(), caller.zone);
  const tomorrow = addDays(today, 1);
  const month = firstOfMonth(today);
  const year = addMonths(month, 1 - Number(month.slice(5, 7)));
  const days = await readDays(db, scope.value, { from: EVER, to: tomorrow });
  const emptyTotal = await readEmptyTotal(db, scope.value.customerId);
  const sumOf = (isWithin: (day: LocalDate) => boolean) =>
    sumOfBands(
      days.filter(({ day }) => isWithin(day)),
      emptyTotal,
    );
  return done({
    today: sumOf((day) => day === today),
    month: sumOf((day) => day >= month),
    year: sumOf((day) => day >= year),
    total: sumOf(() => true),
    trend: trendOf(days, lastSpans('month', TREND_MONTHS, today)),
  });
}
