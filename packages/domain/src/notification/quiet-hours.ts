/**
 * Clock times a person has chosen, in the person's own zone: hours in which nothing is to ring, and
 * the minute of the daily digest. A beginning later than the end spans midnight; the same minute
 * for both means no quiet hours at all.
 */
import { formatLocal, parseLocal } from '../calendar.ts';
import { addDays, localDateOf } from '../local-date.ts';

export interface QuietHours {
  /** `HH:mm`. */
  readonly from: string;
  readonly to: string;
  /** IANA. */
  readonly zone: string;
}

/** The first instant after `ms` at which a clock of the zone shows the minute. */
export function nextClockTime(ms: number, clock: string, zone: string): number {
  const today = localDateOf(ms, zone);
  for (const day of [today, addDays(today, 1), addDays(today, 2)]) {
    const at = parseLocal(`${day} ${clock}:00`, zone);
    if (at !== undefined && at > ms) return at;
  }
  return ms + 86_400_000;
}

/** When something that is ready at `ms` may be told: at once, or at the end of the quiet hours. */
export function afterQuietHours(ms: number, hours: QuietHours | undefined): number {
  if (hours === undefined || hours.from === hours.to) return ms;
  const clock = formatLocal(ms, hours.zone).slice(11, 16);
  const isQuiet =
    hours.from < hours.to
      ? clock >= hours.from && clock < hours.to
      : clock >= hours.from || clock < hours.to;
  return isQuiet ? nextClockTime(ms, hours.to, hours.zone) : ms;
}
