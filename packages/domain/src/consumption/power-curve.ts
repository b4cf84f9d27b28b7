/**
 * Mean power by quarter hour, from the energy of the quarter hours: the curve of the last 24 hours
 * and the peak of the current day. The mean of a quarter hour is what utilities bill as demand.
 */
import { addDays, type LocalDate, localDateOf, startOfLocalDate } from '../local-date.ts';
import { QUARTER_MS } from './day-slots.ts';

const QUARTERS_OF_CURVE = 96;
const QUARTERS_PER_HOUR = 4;
/** Readings of the end of a quarter hour arrive and are counted within this time. */
const COUNTED_AFTER_MS = 180_000;

export interface PowerCurve {
  /** Start of the first quarter hour, epoch ms. */
  readonly from: number;
  /** Mean power in kW of consecutive quarter hours; null if no energy of the day is known. */
  readonly kw: readonly (number | null)[];
  /** Highest mean power today and the start of its quarter hour; null if there was no load. */
  readonly peak: { readonly kw: number; readonly at: number } | null;
}

export function powerCurve(
  quartersWh: (day: LocalDate) => readonly number[] | undefined,
  now: number,
  zone: string,
): PowerCurve {
  const today = localDateOf(now, zone);
  const start = startOfLocalDate(today, zone);
  const end = endOfCurve(now, start);
  const from = end - QUARTERS_OF_CURVE * QUARTER_MS;
  const yesterday = addDays(today, -1);
  const before = addDays(today, -2);
  const days = [before, yesterday, today].map((day) => ({
    start: startOfLocalDate(day, zone),
    wh: quartersWh(day),
  }));
  const kwAt = (at: number): number | null => {
    const day = days.findLast((one) => one.start <= at);
    if (day?.wh === undefined) return null;
    return ((day.wh[Math.floor((at - day.start) / QUARTER_MS)] ?? 0) * QUARTERS_PER_HOUR) / 1000;
  };
  const kw = Array.from({ length: QUARTERS_OF_CURVE }, (_, i) => kwAt(from + i * QUARTER_MS));
  let peak: PowerCurve['peak'] = null;
  for (let at = start; at < end; at += QUARTER_MS) {
    const mean = kwAt(at);
    if (mean !== null && mean > (peak?.kw ?? 0)) peak = { kw: mean, at };
  }
  return { from, kw, peak };
}

/** End of the last quarter hour that is counted; `start` is that of the current day, epoch ms. */
function endOfCurve(now: number, start: number): number {
  return start + Math.floor((now - COUNTED_AFTER_MS - start) / QUARTER_MS) * QUARTER_MS;
}

/** The local days whose quarter hours the curve needs, oldest first. */
export function daysOfCurve(now: number, zone: string): LocalDate[] {
  const today = localDateOf(now, zone);
  const end = endOfCurve(now, startOfLocalDate(today, zone));
  const first = localDateOf(end - QUARTERS_OF_CURVE * QUARTER_MS, zone);
  // After midnight the curve reaches back into the day before yesterday by a few minutes.
  return [addDays(today, -2), addDays(today, -1), today].filter((day) => day >= first);
}
