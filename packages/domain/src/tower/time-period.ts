/**
 * The five time periods of a tower user (docs/specification/projects.md 5.1 and 5.4; ADR 14): in
 * automatic mode a user is supplied inside its valid periods, or always if it has none. Boundaries
 * are local clock times on quarter hours, because energy is stored per quarter hour and a bill by
 * period must not split one. An end before its start spans midnight; 24:00 is the end of the day. A
 * period that is not valid is stored and has no effect.
 */
import { offsetMs } from '../calendar.ts';
import { MINUTES_OF_DAY, partsOfSpan } from '../tariff/tariff-calendar.ts';

export const MAX_PERIODS = 5;
export const PERIOD_STEP_MINUTES = 15;

export interface TimePeriod {
  /** `HH:mm`, 00:00 to 23:45. */
  readonly begin: string;
  /** `HH:mm`, 00:15 to 24:00. */
  readonly end: string;
  readonly valid: boolean;
}

export type PeriodProblem = 'too-many' | 'edge-invalid' | 'overlap';

const EDGE = /^(\d\d):(\d\d)$/;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Minute of the day, 0 to 1440; undefined if it is not a quarter hour. */
function minuteOf(edge: string): number | undefined {
  const [, hours, minutes] = EDGE.exec(edge) ?? [];
  if (hours === undefined || Number(minutes) > 59) return undefined;
  const minute = Number(hours) * 60 + Number(minutes);
  return minute <= MINUTES_OF_DAY && minute % PERIOD_STEP_MINUTES === 0 ? minute : undefined;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

function spanOf({ begin, end }: TimePeriod): Span | undefined {
  const from = minuteOf(begin);
  const until = minuteOf(end);
  if (from === undefined || until === undefined || from === MINUTES_OF_DAY) return undefined;
  // An end at midnight is the end of the day, not its start.
  const to = until === 0 ? MINUTES_OF_DAY : until;
  return from === to ? undefined : { from, to };
}

const holds = (span: Span, minute: number): boolean =>
  partsOfSpan(span).some(([from, to]) => from <= minute && minute < to);

/** Returns the first problem and its period's position from 0; no position for too many periods. */
export function periodsProblem(
  periods: readonly TimePeriod[],
): { readonly problem: PeriodProblem; readonly position?: number } | undefined {
  if (periods.length > MAX_PERIODS) return { problem: 'too-many' };
  const spans = periods.map(spanOf);
  const bad = spans.indexOf(undefined);
  if (bad >= 0) return { problem: 'edge-invalid', position: bad };
  for (let minute = 0; minute < MINUTES_OF_DAY; minute += PERIOD_STEP_MINUTES) {
    const here = periods.flatMap(({ valid }, at) =>
      valid && holds(spans[at]!, minute) ? [at] : [],
    );
    if (here.length > 1) return { problem: 'overlap', position: here[1]! };
  }
  return undefined;
}

/** Position (from 0) of the valid period that contains the minute of the local day. */
export function periodAt(periods: readonly TimePeriod[], minute: number): number | undefined {
  const at = periods.findIndex((period) => {
    const span = period.valid ? spanOf(period) : undefined;
    return span !== undefined && holds(span, minute);
  });
  return at < 0 ? undefined : at;
}

export function localMinute(at: number, zone: string): number {
  const local = (at + offsetMs(at, zone)) % DAY_MS;
  return Math.floor(local / MINUTE_MS);
}

/** True if the user may be supplied at this time. */
export function isInTime(periods: readonly TimePeriod[], at: number, zone: string): boolean {
  return (
    periods.every(({ valid }) => !valid) || periodAt(periods, localMinute(at, zone)) !== undefined
  );
}

/** The next instant at which the result of `isInTime` changes; undefined if it never does. */
export function nextEdge(
  periods: readonly TimePeriod[],
  at: number,
  zone: string,
): number | undefined {
  const step = PERIOD_STEP_MINUTES * MINUTE_MS;
  const now = isInTime(periods, at, zone);
  // Offsets are whole quarter hours, so local quarters start at those of UTC; two days contain
  // every boundary, even on a clock change.
  let next = Math.floor(at / step) * step;
  for (let steps = 0; steps < (2 * DAY_MS) / step; steps += 1) {
    next += step;
    if (isInTime(periods, next, zone) !== now) return next;
  }
  return undefined;
}
