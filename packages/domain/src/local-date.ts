/**
 * Calendar days of a zone as text, `YYYY-MM-DD`, and months as their first day. Text order equals
 * date order. Days are counted by the calendar, never by 24 hours.
 */
import { Temporal } from 'temporal-polyfill';
import { cachedByDay } from './cached-by-day.ts';
import { formatLocal } from './calendar.ts';

/** `YYYY-MM-DD`. */
export type LocalDate = string;

const DAY_MS = 86_400_000;
const MONTH = /^\d{4}-\d{2}$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** The local day that contains `ms`. */
export function localDateOf(ms: number, zone: string): LocalDate {
  return formatLocal(ms, zone).slice(0, 10);
}

/** First instant of the day in the zone (not always 00:00), epoch ms. */
export const startOfLocalDate: (date: LocalDate, zone: string) => number = cachedByDay(
  (date, zone) => Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds,
);

/** Computed without Temporal, like `addMonths`: lists of days need it often, and Temporal is slower. */
export function addDays(date: LocalDate, days: number): LocalDate {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Days from `a` to `b`; negative if `b` is earlier. */
export function daysBetween(a: LocalDate, b: LocalDate): number {
  return Math.round((Date.parse(b) - Date.parse(a)) / DAY_MS);
}

export function firstOfMonth(date: LocalDate): LocalDate {
  return `${date.slice(0, 7)}-01`;
}

/** The same day the given number of months later, or that month's last day if it is shorter. */
export function addMonths(date: LocalDate, months: number): LocalDate {
  const day = Number(date.slice(8));
  const year = Number(date.slice(0, 4));
  const month = Number(date.slice(5, 7)) - 1 + months;
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(day, last))).toISOString().slice(0, 10);
}

/** The Monday of the week that contains the day. */
export function mondayOf(date: LocalDate): LocalDate {
  return addDays(date, -((new Date(date).getUTCDay() + 6) % 7));
}

/** Every day from `from` to `to`, excluding `to`. */
export function datesBetween(from: LocalDate, to: LocalDate): LocalDate[] {
  const count = Math.max(0, daysBetween(from, to));
  return Array.from({ length: count }, (_, i) => addDays(from, i));
}

/** Returns undefined if the text is not a valid date, or is outside 2000 to 2100. */
export function parseLocalDate(text: string): LocalDate | undefined {
  if (!DATE.test(text)) return undefined;
  const ms = Date.parse(text);
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== text) return undefined;
  return text >= '2000-01-01' && text < '2101-01-01' ? text : undefined;
}

/** The first day of a month; accepts `YYYY-MM` or any day of the month. */
export function parseLocalMonth(text: string): LocalDate | undefined {
  const day = parseLocalDate(MONTH.test(text) ? `${text}-01` : text);
  return day === undefined ? undefined : firstOfMonth(day);
}
