/** Draft of a tariff calendar; times are text, so that incomplete input is retained. */

import { clockOfMinute } from '@busbar/domain/formats/clock-of-minute';
import type { TariffBand } from '@busbar/domain/tariff/band';
import { checkCalendar, coverage } from '@busbar/domain/tariff/check-calendar';
import {
  type BandSpan,
  DEFAULT_CALENDAR,
  MINUTES_OF_DAY,
  type Season,
  type TariffCalendar,
} from '@busbar/domain/tariff/tariff-calendar';

export interface DraftSpan {
  /** React key of the row. */
  readonly key: number;
  readonly band: TariffBand;
  /** `HH:mm`, or incomplete input. */
  readonly from: string;
  readonly to: string;
}

export interface DraftSeason {
  readonly key: number;
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly weekday: readonly DraftSpan[];
  readonly weekend: readonly DraftSpan[] | null;
  readonly holiday: readonly DraftSpan[] | null;
}

export interface CalendarDraft {
  readonly weekend: readonly number[];
  readonly holidays: readonly string[];
  readonly seasons: readonly DraftSeason[];
}

let lastKey = 0;
const freshKey = () => ++lastKey;

/** Returns NaN if the text is not a time of day. */
export function minuteOf(text: string): number {
  const [, hour, minute] = /^([0-9]{1,2}):([0-9]{2})$/.exec(text.trim()) ?? [];
  const minutes = Number(hour) * 60 + Number(minute);
  return Number(minute) < 60 && minutes <= MINUTES_OF_DAY ? minutes : Number.NaN;
}

/** A span that ends at 00:00 extends to the end of the day. */
export function spansOfDraft(spans: readonly DraftSpan[]): BandSpan[] {
  return spans.map(({ band, from, to }) => ({
    band,
    from: minuteOf(from),
    to: minuteOf(to) === 0 ? MINUTES_OF_DAY : minuteOf(to),
  }));
}

export function draftOf({ weekend, holidays, seasons }: TariffCalendar): CalendarDraft {
  const draftSpans = (spans: readonly BandSpan[] | null) => spans?.map(draftSpan) ?? null;
  return {
    weekend,
    holidays,
    seasons: seasons.map((season) => ({
      key: freshKey(),
      name: season.name,
      from: season.from,
      to: season.to,
      weekday: season.weekday.map(draftSpan),
      weekend: draftSpans(season.weekend),
      holiday: draftSpans(season.holiday),
    })),
  };
}

export function calendarOfDraft({ weekend, holidays, seasons }: CalendarDraft): TariffCalendar {
  const validSpans = (spans: readonly DraftSpan[] | null) => spans && spansOfDraft(spans);
  return {
    weekend,
    holidays,
    seasons: seasons.map(
      (season): Season => ({
        name: season.name,
        from: season.from,
        to: season.to,
        weekday: spansOfDraft(season.weekday),
        weekend: validSpans(season.weekend),
        holiday: validSpans(season.holiday),
      }),
    ),
  };
}

function draftSpan({ band, from, to }: BandSpan): DraftSpan {
  return { key: freshKey(), band, from: clockOfMinute(from), to: clockOfMinute(to) };
}

/** Adds a span that fills the first gap. */
export function withSpan(spans: readonly DraftSpan[]): readonly DraftSpan[] {
  const gap = coverage(spansOfDraft(spans)).gaps[0];
  return [...spans, draftSpan({ band: 'offPeak', ...(gap ?? { from: 0, to: MINUTES_OF_DAY }) })];
}

/** Separate hours for a kind of day, initialised with those of the weekday. */
export function copyOf(spans: readonly DraftSpan[]): readonly DraftSpan[] {
  return spans.map((span) => ({ ...span, key: freshKey() }));
}

/**
 * Adds a season with the hours of the last one. It covers the days without a season or, if there
 * are none, the second half of the last season.
 */
export function withSeason(seasons: readonly DraftSeason[]): readonly DraftSeason[] {
  const last = seasons.at(-1);
  if (last === undefined) return draftOf(DEFAULT_CALENDAR).seasons;
  const gap = firstGap(seasons);
  const [first, second] = halvesOf(last);
  const shortened = gap === undefined ? { ...last, ...first } : last;
  return [
    ...seasons.slice(0, -1),
    shortened,
    {
      ...last,
      ...(gap ?? second),
      key: freshKey(),
      name: '',
      weekday: copyOf(last.weekday),
      weekend: last.weekend && copyOf(last.weekend),
      holiday: last.holiday && copyOf(last.holiday),
    },
  ];
}

function firstGap(seasons: readonly DraftSeason[]): { from: string; to: string } | undefined {
  const calendar = calendarOfDraft({ weekend: [], holidays: [], seasons });
  for (const problem of checkCalendar(calendar)) {
    if (problem.kind === 'season-gap') return { from: problem.from, to: problem.to };
  }
  return undefined;
}

const DAY_MS = 86_400_000;
const DAYS_OF_LEAP_YEAR = 366;
/** `MM-DD` for a day number from 1 January of a leap year; wraps around at the end of the year. */
const dayAt = (position: number) =>
  new Date(Date.UTC(2024, 0, 1) + (position % DAYS_OF_LEAP_YEAR) * DAY_MS)
    .toISOString()
    .slice(5, 10);
const positionOf = (day: string) =>
  (Date.parse(`2024-${day}T00:00:00Z`) - Date.UTC(2024, 0, 1)) / DAY_MS;

function halvesOf({ from, to }: Pick<DraftSeason, 'from' | 'to'>) {
  const start = positionOf(from);
  const length = ((positionOf(to) - start + DAYS_OF_LEAP_YEAR) % DAYS_OF_LEAP_YEAR) + 1;
  const middle = start + Math.ceil(length / 2);
  return [
    { from, to: dayAt(middle - 1) },
    { from: dayAt(length === 1 ? start : middle), to },
  ] as const;
}

/** Returns true if two calendars define the same hours; the order of their fields is ignored. */
export function isSameCalendar(one: TariffCalendar, other: TariffCalendar): boolean {
  return canonical(one) === canonical(other);
}

function canonical(calendar: TariffCalendar): string {
  return JSON.stringify(calendar, (_, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
