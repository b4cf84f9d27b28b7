/**
 * Periods that screens offer by name, in calendar days of the customer's time zone. A period that
 * is not over ends today, because there is no energy of future days.
 */
import { addDays, addMonths, firstOfMonth, type LocalDate, localDateOf } from '../local-date.ts';
import { periodOf, type SettlementPlan } from './settlement-period.ts';

export const PERIOD_PRESETS = [
  'today',
  'yesterday',
  'this-month',
  'last-month',
  'this-settlement',
  'last-settlement',
] as const;

export interface PeriodPreset {
  readonly name: (typeof PERIOD_PRESETS)[number];
  /** First and last day, both inclusive. */
  readonly start: LocalDate;
  readonly end: LocalDate;
}

/**
 * Returns the periods at the time `now`. Settlement periods are omitted if there is no plan, and if
 * they are the calendar months, which are offered already.
 */
export function periodPresets(now: number, zone: string, plan?: SettlementPlan): PeriodPreset[] {
  const today = localDateOf(now, zone);
  const yesterday = addDays(today, -1);
  const month = firstOfMonth(today);
  const presets: PeriodPreset[] = [
    { name: 'today', start: today, end: today },
    { name: 'yesterday', start: yesterday, end: yesterday },
    { name: 'this-month', start: month, end: today },
    { name: 'last-month', start: addMonths(month, -1), end: addDays(month, -1) },
  ];
  if (plan === undefined) return presets;
  const { start } = periodOf(today, plan);
  const last = periodOf(addDays(start, -1), plan);
  if (start === month && last.start === addMonths(month, -1)) return presets;
  return [
    ...presets,
    { name: 'this-settlement', start, end: today },
    { name: 'last-settlement', start: last.start, end: addDays(start, -1) },
  ];
}
