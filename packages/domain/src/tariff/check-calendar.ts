/**
 * Validates a calendar before it is stored: every day of the year must belong to exactly one
 * season, and every minute of every kind of day to exactly one band. Gaps and overlaps are reported
 * with their position, because "invalid" is no help to a user who has entered 24 hours.
 */
import {
  type BandSpan,
  DAY_KINDS,
  type DayKind,
  EDGE_STEP_MINUTES,
  MINUTES_OF_DAY,
  partsOfSpan,
  type Season,
  seasonHolds,
  type TariffCalendar,
} from './tariff-calendar.ts';

/** Capacity of meters in the field (DL/T 645-2007: 14 zones of the year, 254 holidays). */
export const MAX_SEASONS = 14;
export const MAX_HOLIDAYS = 254;
/** Maximum number of spans: one for every half hour. */
export const MAX_SPANS = 48;
export const SEASON_NAME_LENGTH = 50;

/**
 * A problem of a calendar. `season` is the index of the season, from 0; times are minutes of the
 * local day; days are `MM-DD`, and ranges of days include the last day.
 */
export type CalendarProblem =
  | { readonly kind: 'no-season' }
  | { readonly kind: 'too-many'; readonly what: 'seasons' | 'holidays' | 'spans' }
  | { readonly kind: 'weekend-invalid' }
  | { readonly kind: 'holiday-invalid'; readonly value: string }
  | { readonly kind: 'season-day-invalid'; readonly season: number; readonly value: string }
  | { readonly kind: 'season-gap' | 'season-overlap'; readonly from: string; readonly to: string }
  | {
      readonly kind: 'edge-invalid' | 'gap' | 'overlap';
      readonly season: number;
      readonly day: DayKind;
      readonly from: number;
      readonly to: number;
    };

export function checkCalendar(calendar: TariffCalendar): CalendarProblem[] {
  const tooMany = whatIsTooMany(calendar);
  if (tooMany.length > 0) return tooMany;
  const { seasons } = calendar;
  return [
    ...checkWeekend(calendar.weekend),
    ...calendar.holidays.filter((day) => !isHoliday(day)).map(invalidHoliday),
    ...checkSeasons(seasons),
    ...seasons.flatMap((season, position) =>
      DAY_KINDS.flatMap((day) => checkDay(season[day] ?? undefined, position, day)),
    ),
  ];
}

/**
 * Returns the runs of minutes covered by no span, and by more than one; spans with invalid
 * boundaries are ignored.
 */
export function coverage(spans: readonly BandSpan[]): { gaps: Run[]; overlaps: Run[] } {
  const times = new Uint8Array(MINUTES_OF_DAY / EDGE_STEP_MINUTES);
  for (const span of spans.filter(hasValidEdges)) {
    for (const [from, to] of partsOfSpan(span)) {
      for (let step = from / EDGE_STEP_MINUTES; step < to / EDGE_STEP_MINUTES; step += 1) {
        times[step] = Math.min((times[step] ?? 0) + 1, 2);
      }
    }
  }
  const inMinutes = ({ from, to }: Run) => ({
    from: from * EDGE_STEP_MINUTES,
    to: to * EDGE_STEP_MINUTES,
  });
  return { gaps: runs(times, 0).map(inMinutes), overlaps: runs(times, 2).map(inMinutes) };
}

/** Half-open. */
export interface Run {
  readonly from: number;
  readonly to: number;
}

function runs(times: Uint8Array, wanted: number): Run[] {
  const found: Run[] = [];
  let from = -1;
  for (let at = 0; at <= times.length; at += 1) {
    const holds = at < times.length && times[at] === wanted;
    if (holds && from < 0) from = at;
    if (!holds && from >= 0) {
      found.push({ from, to: at });
      from = -1;
    }
  }
  return found;
}

export function hasValidEdges({ from, to }: Pick<BandSpan, 'from' | 'to'>): boolean {
  return (
    [from, to].every((edge) => Number.isInteger(edge) && edge % EDGE_STEP_MINUTES === 0) &&
    from >= 0 &&
    from < MINUTES_OF_DAY &&
    to > 0 &&
    to <= MINUTES_OF_DAY &&
    from !== to
  );
}

function checkDay(
  spans: readonly BandSpan[] | undefined,
  season: number,
  day: DayKind,
): CalendarProblem[] {
  if (spans === undefined) return [];
  const at = { season, day };
  const { gaps, overlaps } = coverage(spans);
  return [
    ...spans
      .filter((span) => !hasValidEdges(span))
      .map(({ from, to }) => ({ kind: 'edge-invalid' as const, ...at, from, to })),
    ...gaps.map((run) => ({ kind: 'gap' as const, ...at, ...run })),
    ...overlaps.map((run) => ({ kind: 'overlap' as const, ...at, ...run })),
  ];
}

/** `MM-DD` of every day of a leap year. */
const DAYS_OF_YEAR: readonly string[] = Array.from({ length: 366 }, (_, day) =>
  new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(5, 10),
);

function checkSeasons(seasons: readonly Season[]): CalendarProblem[] {
  if (seasons.length === 0) return [{ kind: 'no-season' }];
  const invalid = seasons.flatMap(({ from, to }, season) =>
    [from, to]
      .filter((day) => !DAYS_OF_YEAR.includes(day))
      .map((value) => ({ kind: 'season-day-invalid' as const, season, value })),
  );
  if (invalid.length > 0) return invalid;
  const times = Uint8Array.from(DAYS_OF_YEAR, (day) =>
    Math.min(seasons.filter((season) => seasonHolds(season, day)).length, 2),
  );
  // A season "to 28 February" is meant to extend to the end of the month.
  const leapDay = DAYS_OF_YEAR.indexOf('02-29');
  if (times[leapDay] === 0) times[leapDay] = times[leapDay - 1] ?? 0;
  const inDays = ({ from, to }: Run) => ({
    from: DAYS_OF_YEAR[from] ?? '',
    to: DAYS_OF_YEAR[to - 1] ?? '',
  });
  return [
    ...runs(times, 0).map((run) => ({ kind: 'season-gap' as const, ...inDays(run) })),
    ...runs(times, 2).map((run) => ({ kind: 'season-overlap' as const, ...inDays(run) })),
  ];
}

function checkWeekend(weekend: readonly number[]): CalendarProblem[] {
  const known = weekend.filter((day) => Number.isInteger(day) && day >= 1 && day <= 7);
  return new Set(known).size === weekend.length ? [] : [{ kind: 'weekend-invalid' }];
}

export function isHoliday(text: string): boolean {
  if (DAYS_OF_YEAR.includes(text)) return true;
  if (!/^20[0-9]{2}-[0-9]{2}-[0-9]{2}$/.test(text)) return false;
  const instant = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text);
}

function invalidHoliday(value: string): CalendarProblem {
  return { kind: 'holiday-invalid', value };
}

function whatIsTooMany({ seasons, holidays }: TariffCalendar): CalendarProblem[] {
  const days = seasons.flatMap((season) => DAY_KINDS.map((day) => season[day]?.length ?? 0));
  return [
    ...(seasons.length > MAX_SEASONS ? (['seasons'] as const) : []),
    ...(holidays.length > MAX_HOLIDAYS ? (['holidays'] as const) : []),
    ...(days.some((spans) => spans > MAX_SPANS) ? (['spans'] as const) : []),
  ].map((what) => ({ kind: 'too-many', what }));
}
