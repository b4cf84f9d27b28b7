/**
 * Clock times chosen by a user in their own zone: quiet hours without notifications, and the minute
 * of the daily digest. If the start is later than the end, the quiet hours span midnight; if both
 * are equal, there are none.
 */
import { formatLocal, parseLocal } from '../calendar.ts';
import { addDays, localDateOf } from '../local-date.ts';

export interface QuietHours {
  /** `HH:mm`. */
  readonly from: string;
  readonly to: string;
  /** IANA name. */
  readonly zone: string;
}

/** First instant after `ms` at which the local clock of the zone shows that minute of the day. */
export function nextClockTime(ms: number, clock: string, zone: string): number {
  const today = localDateOf(ms, zone);
  for (const day of [today, addDays(today, 1), addDays(today, 2)]) {
    const at = parseLocal(`${day} ${clock}:00`, zone);
    if (at !== undefined && at > ms) return at;
  }
  return ms + 86_400_000;
}

/**
 * The time at which a notification that is due at `ms` may be sent: immediately, or at the end of
 * the quiet hours.
 */
export function afterQuietHours(ms: number, hours: QuietHours | undefined): number {
  if (hours === undefined || hours.from === hours.to) return ms;
  const clock = formatLocal(ms, hours.zone).slice(11, 16);
  const isQuiet =
    hours.from < hours.to
      ? clock >= hours.from && clock < hours.to
      : clock >= hours.from || clock < hours.to;
  return isQuiet ? nextClockTime(ms, hours.to, hours.zone) : ms;
}
