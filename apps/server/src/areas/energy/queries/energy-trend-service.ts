/** Energy of the last days or months by tariff band (docs/specification/energy-and-fees.md 1.3). */
import type { DaySpan } from '@busbar/domain/consumption/elapsed-part';
import { addDays, localDateOf } from '@busbar/domain/local-date';
import { done, type Outcome } from '@busbar/domain/refusal';
import type { Viewer } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { type BandAmounts, type DayEnergy, readDays, sumOfBands } from './day-queries.ts';
import { type EnergyOf, energyScope } from './energy-scope.ts';
import { countOf, type DateType, dateTypeOf, lastSpans } from './requested-period.ts';

const MAX_ENTRIES = { day: 92, month: 24 } as const;

export interface EnergyTrendQuery extends EnergyOf {
  readonly dateType: string;
  readonly count?: number | undefined;
}

export interface TrendEntry extends BandAmounts {
  readonly span: DaySpan;
}

export interface EnergyTrend {
  readonly type: DateType;
  /** Newest first. */
  readonly entries: readonly TrendEntry[];
}

export async function findEnergyTrend(
  ctx: Context,
  viewer: Viewer,
  query: EnergyTrendQuery,
): Promise<Outcome<EnergyTrend>> {
  const type = dateTypeOf(query.dateType);
  if (!type.ok) return type;
  const count = countOf(type.value, query.count, MAX_ENTRIES);
  if (!count.ok) return count;
  const scope = await energyScope(ctx, viewer, query);
  if (!scope.ok) return scope;
  const today = localDateOf(ctx.clock.now(), viewer.zone);
  const spans = lastSpans(type.value, count.value, today);
  const days = await readDays(ctx.database.db, scope.value, {
    from: spans.at(-1)!.from,
    to: addDays(today, 1),
  });
  return done({ type: type.value, entries: trendOf(days, spans) });
}

export function trendOf(days: readonly DayEnergy[], spans: readonly DaySpan[]): TrendEntry[] {
  return spans.map((span) => ({
    span,
    ...sumOfBands(days.filter(({ day }) => span.from <= day && day < span.to)),
  }));
}
