/**
 * Tariff band by time: seasons of the year, kinds of day in each season, and spans of the local day
 * for each band. Minutes are counted from local midnight in steps of five; a span whose end is
 * before its start spans midnight (valley 23:00 to 07:00), within its own day. A kind of day
 * without its own spans uses those of the next kind: a holiday uses the weekday or weekend on which
 * it falls, a weekend uses the weekday. `check-calendar.ts` verifies that seasons and spans are
 * complete and do not overlap before a calendar is stored.
 */
import { DEFAULT_BAND_HOURS, type TariffBand } from './band.ts';

export const DAY_KINDS = ['weekday', 'weekend', 'holiday'] as const;
export type DayKind = (typeof DAY_KINDS)[number];

export const MINUTES_OF_DAY = 1440;
/** Boundaries of bands are multiples of five minutes. */
export const EDGE_STEP_MINUTES = 5;

export interface BandSpan {
  readonly band: TariffBand;
  /** First minute, 0 to 1435. */
  readonly from: number;
  /** First minute after the span, 5 to 1440. */
  readonly to: number;
}

export interface Season {
  readonly name: string;
  /** First day, `MM-DD`. */
  readonly from: string;
  /** Last day, `MM-DD`; before `from` if the season spans the new year. */
  readonly to: string;
  readonly weekday: readonly BandSpan[];
  readonly weekend: readonly BandSpan[] | null;
  readonly holiday: readonly BandSpan[] | null;
}

export interface TariffCalendar {
  /** Days of the weekend, 1 Monday to 7 Sunday. */
  readonly weekend: readonly number[];
  /** `YYYY-MM-DD` for one year, `MM-DD` for every year. */
  readonly holidays: readonly string[];
  readonly seasons: readonly Season[];
}

/** The default calendar: the hours of docs/decisions.md 13, on every day of the year. */
export const DEFAULT_CALENDAR: TariffCalendar = {
  weekend: [6, 7],
  holidays: [],
  seasons: [
    {
      name: '',
      from: '01-01',
      to: '12-31',
      weekday: defaultSpans(),
      weekend: null,
      holiday: null,
    },
  ],
};

/** The valley of the default hours is one span over midnight. */
function defaultSpans(): BandSpan[] {
  const [first, ...others] = DEFAULT_BAND_HOURS;
  const last = others.pop();
  if (first === undefined || last === undefined) throw new Error('no default hours');
  const spans = others.map(({ band, fromHour, toHour }) => ({
    band,
    from: fromHour * 60,
    to: toHour * 60,
  }));
  return [...spans, { band: last.band, from: last.fromHour * 60, to: first.toHour * 60 }];
}

/** Splits a span at midnight into parts within the day. */
export function partsOfSpan({ from, to }: Pick<BandSpan, 'from' | 'to'>): [number, number][] {
  if (from < to) return [[from, to]];
  return [
    [0, to],
    [from, MINUTES_OF_DAY],
  ];
}

/** True if the season contains a day `MM-DD`; 29 February belongs to the season of the 28th. */
export function seasonHolds({ from, to }: Pick<Season, 'from' | 'to'>, monthDay: string): boolean {
  return from <= to ? from <= monthDay && monthDay <= to : monthDay >= from || monthDay <= to;
}

/** The spans in force on a local day `YYYY-MM-DD`. */
export function spansOn(calendar: TariffCalendar, day: string): readonly BandSpan[] {
  const { weekday, weekend, holiday } = seasonOn(calendar, day);
  if (holiday !== null && isHolidayOf(calendar, day)) return holiday;
  return weekend !== null && isWeekendOf(calendar, day) ? weekend : weekday;
}

function seasonOn({ seasons }: TariffCalendar, day: string): Season {
  const monthDay = day.slice(5);
  const season =
    seasons.find((one) => seasonHolds(one, monthDay)) ??
    seasons.find((one) => monthDay === '02-29' && seasonHolds(one, '02-28'));
  if (season === undefined) throw new RangeError(`no season holds ${day}`);
  return season;
}

function isHolidayOf({ holidays }: TariffCalendar, day: string): boolean {
  return holidays.includes(day) || holidays.includes(day.slice(5));
}

function isWeekendOf({ weekend }: TariffCalendar, day: string): boolean {
  return weekend.includes(new Date(`${day}T00:00:00Z`).getUTCDay() || 7);
}

/**
 * Band of the energy used in the minute that starts at `minuteOfDay`, 0 to 1439. A step that ends
 * exactly on a boundary belongs to the minute before it.
 */
export function bandAt(calendar: TariffCalendar, day: string, minuteOfDay: number): TariffBand {
  const minute = Math.floor(minuteOfDay);
  for (const span of spansOn(calendar, day)) {
    if (partsOfSpan(span).some(([from, to]) => from <= minute && minute < to)) return span.band;
  }
  throw new RangeError(`no band at minute ${minuteOfDay} of ${day}`);
}
