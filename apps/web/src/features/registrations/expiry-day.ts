/** Last day of a customer in the viewer's time zone; the expiry instant is the end of that day. */
import { parseInstant } from '@busbar/domain/calendar';
import { formatMoment } from '@busbar/domain/formats/time-format';

/** Returns `YYYY-MM-DD`, or an empty string for no expiry. */
export function dayOfExpiry(at: number | null, zone: string): string {
  return at === null ? '' : formatMoment(at, zone).slice(0, 10);
}

/** Returns undefined if the text is not a valid day. */
export function expiryOfDay(day: string, zone: string): number | null | undefined {
  if (day === '') return null;
  const at = parseInstant(`${day} 23:59:59`, zone);
  return at === undefined ? undefined : at + 999;
}
