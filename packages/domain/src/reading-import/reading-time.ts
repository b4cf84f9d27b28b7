/**
 * Times in files of readings. A time without an offset is local time of the customer. A time that
 * occurs twice, because the clock was set back, has two instants, of which the order of the rows
 * decides; a time that the clock skipped has none and is rejected. A date alone is 00:00, and 24:00
 * is 00:00 of the next day.
 */
import { Temporal } from 'temporal-polyfill';
import { addDays, type LocalDate, parseLocalDate, startOfLocalDate } from '../local-date.ts';
import type { ReadingCell } from './read-reading-table.ts';
import type { ReadingProblemReason } from './reading-problem.ts';

export type DateOrder = 'day-first' | 'month-first';

export interface TimeRules {
  readonly zone: string;
  /** Order in dates such as 03/04/2026; undefined if the user has not chosen one. */
  readonly dateOrder: DateOrder | undefined;
}

/** The instants that the cell can name, in order, or the reason why it names none. */
export type ReadTime =
  | { readonly instants: readonly number[] }
  | { readonly reason: ReadingProblemReason };

const DAY_MS = 86_400_000;
const CLOCK = String.raw`(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?(?: ?([AP]M))?)?`;
const YEAR_FIRST = new RegExp(
  String.raw`^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})${CLOCK} ?(Z|[+-]\d{2}:?\d{2})?$`,
  'i',
);
const YEAR_LAST = new RegExp(String.raw`^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})${CLOCK}$`, 'i');
/** Days of spreadsheets are counted from this day, which makes 1 March 1900 day 61. */
const SHEET_DAY_ZERO = Date.UTC(1899, 11, 30);
/** From 1 January 2000 to the end of 2100. */
const SHEET_DAYS = { min: 36_526, max: 73_415 } as const;

const UNREADABLE: ReadTime = { reason: 'time-unreadable' };

export function readTime({ text, isNumber }: ReadingCell, rules: TimeRules): ReadTime {
  if (text === '') return { reason: 'time-missing' };
  if (isNumber) return sheetTime(Number(text), rules.zone);
  const first = YEAR_FIRST.exec(text);
  if (first !== null) {
    const [, year, , month, day, hour, minute, second, half, offset] = first;
    const date = dateOf(year, month, day);
    const ms = clockMs(hour, minute, second, half);
    if (date === undefined || ms === undefined) return UNREADABLE;
    return offset === undefined ? localTime(date, ms, rules.zone) : withOffset(date, ms, offset);
  }
  const last = YEAR_LAST.exec(text);
  if (last === null) return UNREADABLE;
  const [, one, separator, two, year, hour, minute, second, half] = last;
  const order = separator === '.' ? 'day-first' : rules.dateOrder;
  if (order === undefined) return { reason: 'time-order-unknown' };
  const date = order === 'day-first' ? dateOf(year, two, one) : dateOf(year, one, two);
  const ms = clockMs(hour, minute, second, half);
  return date === undefined || ms === undefined ? UNREADABLE : localTime(date, ms, rules.zone);
}

function sheetTime(days: number, zone: string): ReadTime {
  if (!(days >= SHEET_DAYS.min && days < SHEET_DAYS.max)) return UNREADABLE;
  const local = new Date(SHEET_DAY_ZERO + Math.round(days * 86_400) * 1000);
  return localTime(local.toISOString().slice(0, 10), local.getTime() % DAY_MS, zone);
}

function dateOf(year = '', month = '', day = ''): LocalDate | undefined {
  return parseLocalDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}

/** Returns ms since the beginning of the day; undefined if the clock has no such time. */
function clockMs(hour = '0', minute = '0', second = '0', half?: string): number | undefined {
  let hours = Number(hour);
  if (half !== undefined) {
    if (hours < 1 || hours > 12) return undefined;
    hours = (hours % 12) + (half.toUpperCase() === 'PM' ? 12 : 0);
  }
  if (Number(minute) > 59 || Number(second) > 59) return undefined;
  const ms = (hours * 3600 + Number(minute) * 60 + Number(second)) * 1000;
  return ms <= DAY_MS ? ms : undefined;
}

function withOffset(date: LocalDate, ms: number, offset: string): ReadTime {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(offset) ?? [];
  const minutesEast = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  if (minutesEast > 14 * 60) return UNREADABLE;
  const east = (sign === '-' ? -minutesEast : minutesEast) * 60_000;
  return { instants: [Date.parse(date) + ms - east] };
}

function localTime(date: LocalDate, ms: number, zone: string): ReadTime {
  if (ms === DAY_MS) return localTime(addDays(date, 1), 0, zone);
  const start = startOfLocalDate(date, zone);
  // On a day of 24 hours no clock time is skipped or repeated, and the zone need not be asked.
  if (startOfLocalDate(addDays(date, 1), zone) - start === DAY_MS)
    return { instants: [start + ms] };
  const instants = instantsOf(date, ms, zone);
  return instants.length === 0 ? { reason: 'time-skipped' } : { instants };
}

function instantsOf(date: LocalDate, ms: number, zone: string): number[] {
  const wanted = Temporal.PlainDate.from(date)
    .toPlainDateTime()
    .add({ seconds: Math.floor(ms / 1000) });
  const [earlier, later] = (['earlier', 'later'] as const)
    .map((disambiguation) => wanted.toZonedDateTime(zone, { disambiguation }))
    .map((zoned) => (zoned.toPlainDateTime().equals(wanted) ? zoned.epochMilliseconds : undefined));
  if (earlier === undefined || later === undefined) return [];
  return earlier === later ? [earlier] : [earlier, later];
}
