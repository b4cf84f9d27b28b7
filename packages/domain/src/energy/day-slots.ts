/**
 * The day and the quarter hour to which energy is booked. A day is the customer's local day; its
 * slots are quarters of elapsed time from its start, so that it has 92, 96 or 100 of them (94 or 98
 * if a zone shifts by half an hour). A booking belongs to the interval (start, end] that contains
 * the end of the booking: a register read exactly at midnight closes the previous day.
 */
import { QUARTER_MS } from '../consumption/day-slots.ts';
import { addDays, type LocalDate, localDateOf, startOfLocalDate } from '../local-date.ts';

export interface LocalDay {
  readonly day: LocalDate;
  /** First instant, epoch ms. */
  readonly start: number;
  /** First instant of the next day, epoch ms. */
  readonly end: number;
}

/** The local day with this name. */
export function localDayNamed(day: LocalDate, zone: string): LocalDay {
  return { day, start: startOfLocalDate(day, zone), end: startOfLocalDate(addDays(day, 1), zone) };
}

/** Cache of each zone's last day: ten thousand devices request the same day consecutively. */
const lastDay = new Map<string, LocalDay>();

/** The day (start, end] that a booking at `at` belongs to. */
export function bookingDayOf(at: number, zone: string): LocalDay {
  const known = lastDay.get(zone);
  if (known !== undefined && known.start < at && at <= known.end) return known;
  const day = localDayNamed(localDateOf(at - 1, zone), zone);
  lastDay.set(zone, day);
  return day;
}

export function slotCount({ start, end }: LocalDay): number {
  return Math.ceil((end - start) / QUARTER_MS);
}

/** The slot (start, end] of its day that a booking at `at` belongs to; 0 is the first. */
export function slotOf({ start }: LocalDay, at: number): number {
  return Math.floor((at - 1 - start) / QUARTER_MS);
}
