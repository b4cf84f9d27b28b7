/**
 * Runs of a sun timer: minutes before or after sunrise or sunset at a location. A solar day belongs
 * to the local day whose noon by the clock is nearest to its own, so that each day has at most one
 * sunrise and one sunset, even if the sun sets after midnight; the weekday is that of this local
 * day, whatever the offset. Where the sun does not rise or does not set, there is no run.
 */
import { parseLocal } from '../calendar.ts';
import { addDays, type LocalDate, localDateOf } from '../local-date.ts';
import { type Place, sunDay } from '../project/sun.ts';

export const SUN_EVENTS = ['sunrise', 'sunset'] as const;

export type SunEvent = (typeof SUN_EVENTS)[number];

export interface SunTime {
  readonly sun: SunEvent;
  /** Minutes after the event; negative if before. */
  readonly offsetMin: number;
}

export interface WeeklySunTime extends SunTime {
  /** Bit mask, 1 = Monday. */
  readonly days: number;
}

/**
 * Minimum interval between two runs of one timer, ms: a timer that has run does not run again on
 * the same day because its location was changed.
 */
export const SUN_RUN_GAP_MS = 12 * 3_600_000;

const MINUTE_MS = 60_000;
/** Number of days searched for a run: longer than any polar night. */
const MAX_DAYS = 380;

/** `at` is rounded to the minute; `up`, `down`: the sun does not set or rise on that day. */
export type SunRun =
  | { readonly kind: 'usual'; readonly at: number }
  | { readonly kind: 'up' | 'down' };

/** The run of one local day; undefined outside the years of the calendar. */
export function sunRunOf(
  date: LocalDate,
  { sun, offsetMin }: SunTime,
  zone: string,
  place: Place,
): SunRun | undefined {
  const noon = parseLocal(`${date} 12:00:00`, zone);
  if (noon === undefined) return undefined;
  const day = sunDay(noon, place);
  if (day.kind !== 'usual') return { kind: day.kind };
  const event = sun === 'sunrise' ? day.rise : day.set;
  return { kind: 'usual', at: (Math.round(event / MINUTE_MS) + offsetMin) * MINUTE_MS };
}

/** The first run after `after`; undefined if there is none for over a year. */
export function nextSunRun(
  { days, ...time }: WeeklySunTime,
  after: number,
  zone: string,
  place: Place,
): number | undefined {
  // Starts two days earlier, to cover an offset of half a day and a sunset after midnight.
  const first = addDays(localDateOf(after, zone), -2);
  for (let day = 0; day < MAX_DAYS; day++) {
    const date = addDays(first, day);
    if (!isOnDay(days, date)) continue;
    const run = sunRunOf(date, time, zone, place);
    if (run?.kind === 'usual' && run.at > after) return run.at;
  }
  return undefined;
}

function isOnDay(days: number, date: LocalDate): boolean {
  const weekday = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
  return (days & (1 << weekday)) !== 0;
}
