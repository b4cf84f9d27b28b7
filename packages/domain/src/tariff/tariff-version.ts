/**
 * The versions of a tariff, and the version in force on a day. A version begins on its start day
 * and ends where a later one begins; the first has no start (docs/decisions.md 14). If two begin on
 * the same day, the one created later is in force. No version may begin in the past, so that the
 * fees of past days never change, except on days of a version without prices, which have no fees
 * (ADR 33).
 */
import { offsetMs } from '../calendar.ts';
import { addDays, startOfLocalDate } from '../local-date.ts';
import type { TariffBand } from './band.ts';
import type { BandPrices } from './price.ts';
import {
  bandAt,
  DEFAULT_CALENDAR,
  MINUTES_OF_DAY,
  type TariffCalendar,
} from './tariff-calendar.ts';

const MINUTE_MS = 60_000;
const QUARTER_MS = 900_000;

export interface TariffVersion {
  /** Number of the version, from 1, in order of creation. */
  readonly version: number;
  /** `YYYY-MM-DD` in the customer's zone; null if it has no start. */
  readonly startDay: string | null;
  /** Null if no prices are set; the energy of its days then has no amount. */
  readonly prices: BandPrices | null;
  /** Null means the default hours. */
  readonly calendar: TariffCalendar | null;
}

export function calendarOf({ calendar }: Pick<TariffVersion, 'calendar'>): TariffCalendar {
  return calendar ?? DEFAULT_CALENDAR;
}

/** Sorts the newest version first: by start day, then by number. */
export function byStart(one: TariffVersion, other: TariffVersion): number {
  if (one.startDay === other.startDay) return other.version - one.version;
  if (one.startDay === null) return 1;
  if (other.startDay === null) return -1;
  return one.startDay < other.startDay ? 1 : -1;
}

export function hasBegun({ startDay }: Pick<TariffVersion, 'startDay'>, day: string): boolean {
  return startDay === null || startDay <= day;
}

/**
 * The version in force on a day; throws if there is none, which is prevented by a first version
 * without a start.
 */
export function versionOn<V extends TariffVersion>(versions: readonly V[], day: string): V {
  const found = versions.filter((one) => hasBegun(one, day)).sort(byStart)[0];
  if (found === undefined) throw new RangeError(`no version is in force on ${day}`);
  return found;
}

/** The last supported day; a century is sufficient for a tariff. */
const LAST_DAY = '2100-12-31';

/** True if a version may begin on the day: a valid date that is not before today. */
export function mayBegin(startDay: string, today: string): boolean {
  return isDay(startDay) && startDay >= today && startDay <= LAST_DAY;
}

function isDay(text: string): boolean {
  // The calendar of the database has no year 0.
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) || text < '0001-01-01') return false;
  const instant = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text);
}

/**
 * First day of prices entered on `today`: the given day; if none is given, today or, if the version
 * in force has no prices, the start day of that version. Returns undefined if that day is invalid,
 * or if it would change the prices of days that already have prices.
 */
export function firstDayOfPrices(
  versions: readonly TariffVersion[],
  given: string | undefined,
  today: string,
): { readonly startDay: string | null } | undefined {
  if (given === undefined) {
    const { prices, startDay } = versionOn(versions, today);
    return { startDay: prices === null ? startDay : today };
  }
  const isPast = isDay(given) && given < today;
  if (isPast) return versionOn(versions, given).prices === null ? { startDay: given } : undefined;
  return mayBegin(given, today) ? { startDay: given } : undefined;
}

/** Start day of the next version after `startDay`; null if there is none. */
export function endOfVersion(
  versions: readonly TariffVersion[],
  startDay: string | null,
): string | null {
  const later = versions.flatMap((one) =>
    one.startDay !== null && (startDay === null || one.startDay > startDay) ? one.startDay : [],
  );
  return later.sort()[0] ?? null;
}

/**
 * Returns the band of energy for the instant at which its step ended, for meters with a single
 * total. An interval is (start, end], so a step that ends exactly on a boundary, or at midnight,
 * belongs to the period before it.
 */
export function bandOfStepEnd(
  versions: readonly TariffVersion[],
  zone: string,
): (endMs: number) => TariffBand {
  // The span is a whole day, except on days on which the clocks change.
  let span = { from: 0, to: 0, offset: 0, day: '', calendar: DEFAULT_CALENDAR };
  return (endMs) => {
    const inside = endMs - 1;
    if (inside < span.from || inside >= span.to) {
      const known = spanOfOffset(inside, zone);
      span = { ...known, calendar: calendarOf(versionOn(versions, known.day)) };
    }
    const minute = Math.floor((inside + span.offset) / MINUTE_MS);
    return bandAt(span.calendar, span.day, minute % MINUTES_OF_DAY);
  };
}

/** The span of the local day around an instant in which the offset of the zone is constant. */
function spanOfOffset(at: number, zone: string) {
  const offset = offsetMs(at, zone);
  const day = new Date(at + offset).toISOString().slice(0, 10);
  const from = startOfLocalDate(day, zone);
  const to = startOfLocalDate(addDays(day, 1), zone);
  const isConstant = offsetMs(from, zone) === offset && offsetMs(to - 1, zone) === offset;
  if (isConstant) return { from, to, offset, day };
  // No zone changes its offset within a quarter hour of UTC.
  const quarter = Math.floor(at / QUARTER_MS) * QUARTER_MS;
  return { from: quarter, to: quarter + QUARTER_MS, offset, day };
}
