/**
 * The versions of a tariff and which of them counts on a day. A version begins on its start day and
 * ends where a later one begins; the first has no beginning (docs/decisions.md 14). Of two that
 * begin on the same day the one made later counts. None may begin in the past, as no fee of
 * yesterday moves, except over days of a version without prices, which have no fees (ADR 33).
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
  /** From 1, in the order they were made. */
  readonly version: number;
  /** `YYYY-MM-DD` in the customer's zone; null: since ever. */
  readonly startDay: string | null;
  /** Null: none are set, and energy of its days has no amount. */
  readonly prices: BandPrices | null;
  /** Null: the default hours. */
  readonly calendar: TariffCalendar | null;
}

export function calendarOf({ calendar }: Pick<TariffVersion, 'calendar'>): TariffCalendar {
  return calendar ?? DEFAULT_CALENDAR;
}

/** Newest first: by start day, then by number. */
export function byStart(one: TariffVersion, other: TariffVersion): number {
  if (one.startDay === other.startDay) return other.version - one.version;
  if (one.startDay === null) return 1;
  if (other.startDay === null) return -1;
  return one.startDay < other.startDay ? 1 : -1;
}

export function hasBegun({ startDay }: Pick<TariffVersion, 'startDay'>, day: string): boolean {
  return startDay === null || startDay <= day;
}

/** The version in force on a day; throws when none is, which a first version prevents. */
export function versionOn<V extends TariffVersion>(versions: readonly V[], day: string): V {
  const found = versions.filter((one) => hasBegun(one, day)).sort(byStart)[0];
  if (found === undefined) throw new RangeError(`no version is in force on ${day}`);
  return found;
}

/** The last day that can be named; a calendar of a century is enough for a tariff. */
const LAST_DAY = '2100-12-31';

/** Whether a version may begin on the day: a day there is, not before today. */
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
 * The day from which prices entered on `today` count: the given one; without one today or, if the
 * version in force has no prices, the day on which that version began. Undefined: that day cannot
 * be, as days that have prices already would get others.
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

/** The first day after which a version from `startDay` on no longer counts; null: none. */
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
 * The band of energy by the instant at which its step ended, for meters that count one total. An
 * interval is (start, end], so a step that ends exactly on an edge, or at midnight, belongs to
 * what was before it.
 */
export function bandOfStepEnd(
  versions: readonly TariffVersion[],
  zone: string,
): (endMs: number) => TariffBand {
  // Of a whole day at once, but on those on which the clocks change.
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

/** The part of its local day around an instant in which the zone's offset stands. */
function spanOfOffset(at: number, zone: string) {
  const offset = offsetMs(at, zone);
  const day = new Date(at + offset).toISOString().slice(0, 10);
  const from = startOfLocalDate(day, zone);
  const to = startOfLocalDate(addDays(day, 1), zone);
  const stands = offsetMs(from, zone) === offset && offsetMs(to - 1, zone) === offset;
  if (stands) return { from, to, offset, day };
  // No zone changes its offset inside a quarter of an hour of UTC.
  const quarter = Math.floor(at / QUARTER_MS) * QUARTER_MS;
  return { from: quarter, to: quarter + QUARTER_MS, offset, day };
}
