/**
 * Days, months and clock times of a zone. The server alone computes their
 * edges; 23- and 25-hour days and offsets off the hour are right because the
 * zone's own rules decide. A clock time that occurs twice is the first one; one
 * that is skipped is the next valid instant.
 */
import { Temporal } from 'temporal-polyfill';

const EARLIEST = Date.UTC(2000, 0, 1);
const AFTER_LATEST = Date.UTC(2101, 0, 1);
const LOCAL = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2})$/;
const DIGITS = /^\d{12,13}$/;

/** No zone changes its offset inside a quarter of an hour of UTC. */
const QUARTER_MS = 900_000;

const zoned = (ms: number, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);

export function isTimeZone(zone: string): boolean {
  try {
    zoned(0, zone);
    return true;
  } catch {
    // The polyfill has no question form: an unknown zone is thrown.
    return false;
  }
}

/** First instant of the local day that holds `ms` (not always 00:00). */
export function startOfDay(ms: number, zone: string): number {
  return zoned(ms, zone).startOfDay().epochMilliseconds;
}

/** First instant of the local month that holds `ms`. */
export function startOfMonth(ms: number, zone: string): number {
  return zoned(ms, zone).with({ day: 1 }).startOfDay().epochMilliseconds;
}

/**
 * The zone's offset in ms (east positive) at `ms`. Kept for the last quarter
 * hour asked of each zone: a table of 100,000 rows costs 2 s without that.
 */
const lastOffset = new Map<string, { quarter: number; offsetMs: number }>();

export function offsetMs(ms: number, zone: string): number {
  const quarter = Math.floor(ms / QUARTER_MS);
  const known = lastOffset.get(zone);
  if (known?.quarter === quarter) return known.offsetMs;
  const fresh = zoned(ms, zone).offsetNanoseconds / 1e6;
  lastOffset.set(zone, { quarter, offsetMs: fresh });
  return fresh;
}

/** Local hour, 0 to 23. */
export function localHour(ms: number, zone: string): number {
  return new Date(ms + offsetMs(ms, zone)).getUTCHours();
}

/** `YYYY-MM-DD HH:mm:ss` in the zone. */
export function formatLocal(ms: number, zone: string): string {
  return new Date(ms + offsetMs(ms, zone)).toISOString().slice(0, 19).replace('T', ' ');
}

/** Undefined when the text is not `YYYY-MM-DD HH:mm:ss`, names no day, or leaves 2000 to 2100. */
export function parseLocal(text: string, zone: string): number | undefined {
  const match = LOCAL.exec(text);
  if (match === null) return undefined;
  const wanted = plainDateTime(match.slice(1).map(Number));
  if (wanted === undefined || wanted.year < 2000 || wanted.year > 2100) return undefined;
  return instantOf(wanted, zone);
}

function plainDateTime(parts: readonly number[]): Temporal.PlainDateTime | undefined {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  try {
    return Temporal.PlainDateTime.from(
      { year, month, day, hour, minute, second },
      { overflow: 'reject' },
    );
  } catch {
    // 31 February, hour 24 and their like are thrown.
    return undefined;
  }
}

function instantOf(wanted: Temporal.PlainDateTime, zone: string): number {
  const found = wanted.toZonedDateTime(zone, { disambiguation: 'earlier' });
  if (found.toPlainDateTime().equals(wanted)) return found.epochMilliseconds;
  // Skipped by the clock: "earlier" lands before the gap, the gap's end follows.
  return found.getTimeZoneTransition('next')?.epochMilliseconds ?? found.epochMilliseconds;
}

/**
 * An instant in either form of the wire: `YYYY-MM-DD HH:mm:ss` in the zone, or
 * milliseconds since 1970 as number or digits. Undefined for anything else
 * and for years outside 2000 to 2100.
 */
export function parseInstant(value: string | number, zone: string): number | undefined {
  if (typeof value === 'string' && !DIGITS.test(value)) return parseLocal(value, zone);
  const ms = Number(value);
  return Number.isSafeInteger(ms) && ms >= EARLIEST && ms < AFTER_LATEST ? ms : undefined;
}
