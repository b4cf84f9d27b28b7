/** Period to compare with: as long as the current one, a number of calendar days before it. */
import { formatLocal, parseLocal } from '@busbar/domain/calendar';
import { addDays } from '@busbar/domain/local-date';
import type { Span } from '../history/history-span.ts';
import type { ComparedPeriod } from './compared-periods.ts';

/** Days between the periods: whole weeks except for `day`, to compare Mondays with Mondays. */
const DAYS_BEFORE = { day: 1, week: 7, month: 28, year: 364 } as const;

export interface PeriodChoice {
  readonly period?: ComparedPeriod | undefined;
  /** Start of a custom period as wall clock in the customer's time zone. */
  readonly since?: string | undefined;
  /** The full span if the current one is zoomed; a custom start aligns with the full span start. */
  readonly whole?: Span | undefined;
}

/** The span of the other period; undefined if none is selected or it equals the current one. */
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
  // Uses the same local time, so that a daylight saving change in between causes no shift.
  const clock = formatLocal(startMs, zone);
  const date = addDays(clock.slice(0, 10), -DAYS_BEFORE[period]);
  return parseLocal(`${date}${clock.slice(10)}`, zone);
}
