/**
 * Quarter hours of a local day and their clock hours. Quarters are counted in elapsed time from the
 * start of the day, so a day has 92, 96 or 100 of them; there are always 24 clock hours: a repeated
 * hour is added to the same slot, and a skipped one is empty (docs/decisions.md 11).
 */
import { cachedByDay } from '../cached-by-day.ts';
import { localHour, offsetMs } from '../calendar.ts';
import { addDays, type LocalDate, startOfLocalDate } from '../local-date.ts';

export const QUARTER_MS = 900_000;
export const HOURS_OF_DAY = 24;

/** The clock hour of each quarter of the day. */
export const hoursOfQuarters: (date: LocalDate, zone: string) => readonly number[] = cachedByDay(
  (date, zone) => {
    const start = startOfLocalDate(date, zone);
    const end = startOfLocalDate(addDays(date, 1), zone);
    const count = Math.ceil((end - start) / QUARTER_MS);
    const offset = offsetMs(start, zone);
    // Except on days of a clock change, one offset is valid for the whole day; computing an offset
    // costs 25 us.
    const hour =
      offsetMs(end - 1, zone) === offset
        ? (at: number) => new Date(at + offset).getUTCHours()
        : (at: number) => localHour(at, zone);
    return Array.from({ length: count }, (_, i) => hour(start + i * QUARTER_MS));
  },
);

export interface HourSlot {
  /** 0 to 23. */
  readonly hour: number;
  readonly energyWh: number;
  /** True if the hour does not start in the future; a skipped hour begins with the next one. */
  readonly hasBegun: boolean;
  /** True if all its quarters are before `now`; false for an hour the clock skips on that day. */
  readonly hasElapsed: boolean;
}

/** Adds the quarters of a day up to the 24 clock hours. */
export function hourSlots(
  date: LocalDate,
  zone: string,
  quartersWh: readonly number[],
  now: number,
): HourSlot[] {
  const hours = hoursOfQuarters(date, zone);
  const start = startOfLocalDate(date, zone);
  const energyWh = Array<number>(HOURS_OF_DAY).fill(0);
  const lastQuarter = Array<number>(HOURS_OF_DAY).fill(Number.POSITIVE_INFINITY);
  // Of this or a later hour.
  const firstQuarter = Array<number>(HOURS_OF_DAY).fill(Number.POSITIVE_INFINITY);
  hours.forEach((hour, i) => {
    firstQuarter[hour] = Math.min(firstQuarter[hour]!, i);
    energyWh[hour] = energyWh[hour]! + (quartersWh[i] ?? 0);
    lastQuarter[hour] = i;
  });
  for (let hour = HOURS_OF_DAY - 2; hour >= 0; hour -= 1) {
    firstQuarter[hour] = Math.min(firstQuarter[hour]!, firstQuarter[hour + 1]!);
  }
  return energyWh.map((wh, hour) => ({
    hour,
    energyWh: wh,
    hasBegun: start + firstQuarter[hour]! * QUARTER_MS <= now,
    hasElapsed: start + (lastQuarter[hour]! + 1) * QUARTER_MS <= now,
  }));
}
