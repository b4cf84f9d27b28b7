/** The last day of a customer, in the zone of who looks; the instant is the end of that day. */
import { parseInstant } from '@busbar/domain/calendar';
import { formatMoment } from '../../lib/time-format.ts';

/** `YYYY-MM-DD`; empty: never. */
export function dayOfExpiry(at: number | null, zone: string): string {
  return at === null ? '' : formatMoment(at, zone).slice(0, 10);
}

/** Undefined: not a day. */
export function expiryOfDay(day: string, zone: string): number | null | undefined {
  if (day === '') return null;
  const at = parseInstant(`${day} 23:59:59`, zone);
  return at === undefined ? undefined : at + 999;
}
