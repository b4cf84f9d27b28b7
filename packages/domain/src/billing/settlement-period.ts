/**
 * Settlement periods (docs/decisions.md 14): each extends from the customer's settlement day, 1 to
 * 28, to the next. Fixed bounds (of closed periods, and of periods that were running when the
 * settlement day was changed) take precedence; between and after them, periods follow each other
 * without gaps. A changed settlement day applies from the next period: that period ends on the
 * first new settlement day at least 14 days later, so it has 14 to 44 days.
 */
import { addDays, addMonths, daysBetween, firstOfMonth, type LocalDate } from '../local-date.ts';

export const FIRST_SETTLEMENT_DAY = 1;
export const LAST_SETTLEMENT_DAY = 28;
const MIN_DAYS = 14;

/** Local days, half-open. */
export interface SettlementPeriod {
  readonly start: LocalDate;
  readonly end: LocalDate;
}

/** Settlement settings of a customer. */
export interface SettlementPlan {
  /** Day of the month, 1 to 28. */
  readonly settlementDay: number;
  /** Periods with fixed bounds, in any order. */
  readonly standing: readonly SettlementPeriod[];
}

export function isSettlementDay(day: number): boolean {
  return Number.isInteger(day) && day >= FIRST_SETTLEMENT_DAY && day <= LAST_SETTLEMENT_DAY;
}

/** The settlement date in the month of `day`. */
function inMonthOf(day: LocalDate, settlementDay: number): LocalDate {
  return addDays(firstOfMonth(day), settlementDay - 1);
}

function lastUpTo(day: LocalDate, settlementDay: number): LocalDate {
  const date = inMonthOf(day, settlementDay);
  return date <= day ? date : inMonthOf(addMonths(firstOfMonth(day), -1), settlementDay);
}

function endOf(start: LocalDate, settlementDay: number): LocalDate {
  let date = inMonthOf(start, settlementDay);
  while (daysBetween(start, date) < MIN_DAYS) {
    date = inMonthOf(addMonths(firstOfMonth(date), 1), settlementDay);
  }
  return date;
}

/** The period that contains the day. */
export function periodOf(day: LocalDate, plan: SettlementPlan): SettlementPeriod {
  const { settlementDay, standing } = plan;
  const own = standing.find(({ start, end }) => start <= day && day < end);
  if (own !== undefined) return { start: own.start, end: own.end };
  const before = standing.map(({ end }) => end).filter((end) => end <= day);
  const after = standing.map(({ start }) => start).filter((start) => start > day);
  const next = after.sort()[0];
  let start = before.sort().at(-1) ?? lastUpTo(day, settlementDay);
  let end = endOf(start, settlementDay);
  while (end <= day) {
    start = end;
    end = endOf(start, settlementDay);
  }
  return { start, end: next !== undefined && next < end ? next : end };
}

/** Every period from the one containing `first` to the one containing `last`, oldest first. */
export function periodsBetween(
  first: LocalDate,
  last: LocalDate,
  plan: SettlementPlan,
): SettlementPeriod[] {
  const periods = [periodOf(first, plan)];
  for (let at = periods[0]!; at.end <= last; periods.push(at)) at = periodOf(at.end, plan);
  return periods;
}
