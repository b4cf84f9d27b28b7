/** The other period of a comparison: as long as the present one, and so many days before it by the calendar. */
import { formatLocal, parseLocal } from '@busbar/domain/calendar';
import { addDays } from '@busbar/domain/local-date';
import type { ComparedPeriod } from './compared-periods.ts';
import type { Span } from './history-span.ts';

/** Whole weeks but for the day, so that a Monday lies on a Monday. */
const DAYS_BEFORE = { day: 1, week: 7, month: 28, year: 364 } as const;

export interface PeriodChoice {
  readonly period?: ComparedPeriod | undefined;
  /** Of a period of one's own: its beginning as wall clock of the customer's zone. */
  readonly since?: string | undefined;
  /** What the span is a part of, where it is zoomed into; its beginning lies on that of the period. */
  readonly whole?: Span | undefined;
}

/** The other span; undefined where none is chosen, or none that is another one. */
export function comparedSpan(span: Span, choice: PeriodChoice, zone: string): Span | undefined {
  const startMs = beginOf(span, choice, zone);
  if (startMs === undefined || startMs === span.startMs) return undefined;
  return { startMs, endMs: startMs + span.endMs - span.startMs };
}

function beginOf({ startMs }: Span, choice: PeriodChoice, zone: string) {
  const { period, since } = choice;
  if (period === undefined) return undefined;
  if (period === 'custom') {
    const begin = since === undefined ? undefined : parseLocal(since, zone);
    return begin === undefined ? undefined : begin + startMs - (choice.whole?.startMs ?? startMs);
  }
  // The same time by the clock: a summer time that began in between shifts nothing.
  const clock = formatLocal(startMs, zone);
  const date = addDays(clock.slice(0, 10), -DAYS_BEFORE[period]);
  return parseLocal(`${date}${clock.slice(10)}`, zone);
}
