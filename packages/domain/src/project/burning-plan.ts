/**
 * Planned state of a lamp group at an instant: on or off, since when, and the dimming level. Around
 * each change, either state is accepted: clouds, clocks and photocells differ by some minutes.
 */
import { formatLocal, parseLocal } from '../calendar.ts';
import { addDays, localDateOf } from '../local-date.ts';
import { type DimmedPeriod, isWithin, type LampGroupSetting, minutesOfDay } from './lamp-group.ts';
import { type Place, type SunDay, sunDay } from './sun.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Tolerance on each side of a change, ms. */
export const EDGE_MS = 20 * MINUTE_MS;

export type BurningRule = Pick<
  LampGroupSetting,
  'burnRule' | 'onTime' | 'offTime' | 'onOffsetMin' | 'offOffsetMin'
>;

export interface BurningPlan {
  /** `either`: near a change, or the plan is unknown. */
  readonly should: 'on' | 'off' | 'either';
  /** Start of the current burning period of the plan; null if the lamps are off. */
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

/**
 * Nights, each from the evening of one solar day to the morning of the next; undefined if the
 * location is unknown.
 */
function sunSpans(rule: BurningRule, at: number, place: Place | null): Span[] | undefined {
  if (place === null) return undefined;
  const days = [-2, -1, 0, 1, 2].map((offset) => sunDay(at + offset * DAY_MS, place));
  const spans: Span[] = [];
  for (const [i, day] of days.slice(0, -1).entries()) {
    const next = days[i + 1]!;
    // Without a sunset there is no evening, and the offsets do not create one.
    if (day.kind === 'up' && next.kind === 'up') continue;
    const from = evening(day) + (day.kind === 'usual' ? rule.onOffsetMin * MINUTE_MS : 0);
    const to = morning(next) + (next.kind === 'usual' ? rule.offOffsetMin * MINUTE_MS : 0);
    if (from < to) spans.push({ from, to });
  }
  return spans;
}

/**
 * If the sun does not rise, the night continues through noon; if it does not set, the night has no
 * duration and is at midnight.
 */
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

/** Merges adjoining spans: their boundary is not a change. */
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

/** Dimming level in percent; 100 outside all dimmed periods. */
export function dimmedTo(periods: readonly DimmedPeriod[], at: number, zone: string): number {
  const minute = minutesOfDay(formatLocal(at, zone).slice(11, 16));
  const period = periods.find(({ from, to }) =>
    isWithin(minute, minutesOfDay(from), minutesOfDay(to)),
  );
  return period?.level ?? 100;
}

/**
 * The first instant after `at` at which the local clock shows the time, regardless of the sun; a
 * skipped time gives the next valid instant.
 */
export function nextClock(time: string, at: number, zone: string): number {
  const today = localDateOf(at, zone);
  for (let offset = 0; offset <= 2; offset++) {
    const next = parseLocal(`${addDays(today, offset)} ${time}:00`, zone);
    if (next !== undefined && next > at) return next;
  }
  return at + DAY_MS;
}
