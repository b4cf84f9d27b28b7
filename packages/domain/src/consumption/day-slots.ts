/**
 * Quarter hours of a local day and the clock hours they belong to. Quarters are counted in elapsed
 * time from the day's start, so a day has 92, 96 or 100 of them; hours are the 24 of the clock: the
 * repeated one is added to its slot, a skipped one stays empty (docs/decisions.md 11).
 */
import { localHour, offsetMs } from '../calendar.ts';
import { addDays, type LocalDate, startOfLocalDate } from '../local-date.ts';

export const QUARTER_MS = 900_000;
export const HOURS_OF_DAY = 24;

/** The clock hour of each quarter of the day. */
export function hoursOfQuarters(date: LocalDate, zone: string): number[] {
  const start = startOfLocalDate(date, zone);
  const end = startOfLocalDate(addDays(date, 1), zone);
  const count = Math.ceil((end - start) / QUARTER_MS);
  const offset = offsetMs(start, zone);
  // But on the days on which the clocks change one offset serves all: asking costs 25 us each.
  const hour =
    offsetMs(end - 1, zone) === offset
      ? (at: number) => new Date(at + offset).getUTCHours()
      : (at: number) => localHour(at, zone);
  return Array.from({ length: count }, (_, i) => hour(start + i * QUARTER_MS));
}

export interface HourSlot {
  /** 0 to 23. */
  readonly hour: number;
  readonly energyWh: number;
  /** Its first quarter, or that of the hour after a skipped one, is not in the future. */
  readonly hasBegun: boolean;
  /** All its quarters lie before `now`; false too for an hour the clock skips on that day. */
  readonly hasElapsed: boolean;
}

/** The quarters of a day added up to the 24 hours of the clock. */
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
  const firstQuarter = Array<number>(HOURS_OF_DAY).fill(Number.POSITIVE_INFINITY);
  hours.forEach((hour, i) => {
    firstQuarter[hour] = Math.min(firstQuarter[hour]!, i);
    energyWh[hour] = energyWh[hour]! + (quartersWh[i] ?? 0);
    lastQuarter[hour] = i;
  });
  return energyWh.map((wh, hour) => ({
    hour,
    energyWh: wh,
    hasBegun: start + Math.min(...firstQuarter.slice(hour)) * QUARTER_MS <= now,
    hasElapsed: start + (lastQuarter[hour]! + 1) * QUARTER_MS <= now,
  }));
}
