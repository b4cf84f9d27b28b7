/**
 * Whether the lamps of a group should burn at an instant, since when, and how much they are dimmed.
 * Around each change there is an edge in which either is right: clouds, clocks and photocells differ
 * by some minutes.
 */
import { formatLocal, parseLocal } from '../calendar.ts';
import { addDays, localDateOf } from '../local-date.ts';
import { type DimmedPeriod, isWithin, type LampGroupSetting, minutesOfDay } from './lamp-group.ts';
import { type Place, type SunDay, sunDay } from './sun.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** On each side of a change, ms. */
export const EDGE_MS = 20 * MINUTE_MS;

export type BurningRule = Pick<
  LampGroupSetting,
  'burnRule' | 'onTime' | 'offTime' | 'onOffsetMin' | 'offOffsetMin'
>;

export interface BurningPlan {
  /** `either`: near a change, or nothing is known that would say. */
  readonly should: 'on' | 'off' | 'either';
  /** When this burning began by the plan; null when it is not on. */
  readonly since: number | null;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

const UNKNOWN: BurningPlan = { should: 'either', since: null };

export function burningPlan(
  rule: BurningRule,
  at: number,
  zone: string,
  place: Place | null,
  switchClosed: boolean | null,
): BurningPlan {
  if (rule.burnRule === 'switch') {
    return switchClosed === null ? UNKNOWN : { should: switchClosed ? 'on' : 'off', since: null };
  }
  const spans = rule.burnRule === 'clock' ? clockSpans(rule, at, zone) : sunSpans(rule, at, place);
  if (spans === undefined) return UNKNOWN;
  const inside = joined(spans).find(({ from, to }) => from <= at && at < to);
  const isEdge = joined(spans).some(
    ({ from, to }) => Math.abs(at - from) < EDGE_MS || Math.abs(at - to) < EDGE_MS,
  );
  const since = inside?.from ?? null;
  if (isEdge) return { should: 'either', since };
  return { should: inside === undefined ? 'off' : 'on', since };
}

/** From the evening of one solar day to the morning of the next; undefined without a place. */
function sunSpans(rule: BurningRule, at: number, place: Place | null): Span[] | undefined {
  if (place === null) return undefined;
  const days = [-2, -1, 0, 1, 2].map((offset) => sunDay(at + offset * DAY_MS, place));
  const spans: Span[] = [];
  for (const [i, day] of days.slice(0, -1).entries()) {
    const next = days[i + 1]!;
    // No sunset, no evening: offsets do not make one.
    if (day.kind === 'up' && next.kind === 'up') continue;
    const from = evening(day) + (day.kind === 'usual' ? rule.onOffsetMin * MINUTE_MS : 0);
    const to = morning(next) + (next.kind === 'usual' ? rule.offOffsetMin * MINUTE_MS : 0);
    if (from < to) spans.push({ from, to });
  }
  return spans;
}

/** Where the sun stays down the night goes on at noon; where it stays up it is a moment at midnight. */
function evening(day: SunDay): number {
  if (day.kind === 'usual') return day.set;
  return day.kind === 'down' ? day.noon : day.noon + DAY_MS / 2;
}

function morning(day: SunDay): number {
  if (day.kind === 'usual') return day.rise;
  return day.kind === 'down' ? day.noon : day.noon - DAY_MS / 2;
}

function clockSpans(
  { onTime, offTime }: BurningRule,
  at: number,
  zone: string,
): Span[] | undefined {
  if (onTime === null || offTime === null) return undefined;
  const today = localDateOf(at, zone);
  const endsNextDay = minutesOfDay(offTime) <= minutesOfDay(onTime);
  return [-1, 0, 1].flatMap((offset) => {
    const day = addDays(today, offset);
    const from = parseLocal(`${day} ${onTime}:00`, zone);
    const to = parseLocal(`${endsNextDay ? addDays(day, 1) : day} ${offTime}:00`, zone);
    return from === undefined || to === undefined || from >= to ? [] : [{ from, to }];
  });
}

/** One night that goes on is one: its seam is no change. */
function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const span of spans) {
    const last = result.at(-1);
    if (last !== undefined && span.from <= last.to) {
      result[result.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
    } else result.push(span);
  }
  return result;
}

/** Percent; 100 outside every dimmed period. */
export function dimmedTo(periods: readonly DimmedPeriod[], at: number, zone: string): number {
  const minute = minutesOfDay(formatLocal(at, zone).slice(11, 16));
  const period = periods.find(({ from, to }) =>
    isWithin(minute, minutesOfDay(from), minutesOfDay(to)),
  );
  return period?.level ?? 100;
}

/** The first time after `at` that a clock of the zone shows the time; the sun or a skip is no matter. */
export function nextClock(time: string, at: number, zone: string): number {
  const today = localDateOf(at, zone);
  for (let offset = 0; offset <= 2; offset++) {
    const next = parseLocal(`${addDays(today, offset)} ${time}:00`, zone);
    if (next !== undefined && next > at) return next;
  }
  return at + DAY_MS;
}
