/**
 * The only table of conversions from database values to JavaScript values. It serves the embedded
 * and the external server, which use the same wire protocol and driver; it is passed to each client
 * and changes no global setting of the driver.
 */
import { types as standard } from 'pg';

const oid = {
  int8: 20,
  int8Array: 1016,
  date: 1082,
  dateArray: 1182,
  timestamp: 1114,
  timestampArray: 1115,
  timestamptz: 1184,
  timestamptzArray: 1185,
  interval: 1186,
  numericArray: 1231,
} as const;

/** Epoch milliseconds of a timestamptz in ISO output; fractions of a millisecond are truncated. */
export function parseInstant(text: string): number {
  if (text === 'infinity') return Number.POSITIVE_INFINITY;
  if (text === '-infinity') return Number.NEGATIVE_INFINITY;
  // The common form, 'YYYY-MM-DD HH:MM:SS[.ffffff]+00', is parsed by position: a long history has
  // one of these per row, and Date.parse costs four times as much. Years below 1000 take the slow
  // path: Date.UTC maps 0 to 99 to 1900 to 1999.
  if (text.charCodeAt(4) === 45 && text.charCodeAt(0) !== 48 && text.endsWith('+00')) {
    const fraction = text.length > 22 ? `${text.slice(20, -3)}00`.slice(0, 3) : '0';
    return (
      Date.UTC(
        +text.slice(0, 4),
        +text.slice(5, 7) - 1,
        +text.slice(8, 10),
        +text.slice(11, 13),
        +text.slice(14, 16),
        +text.slice(17, 19),
      ) + +fraction
    );
  }
  const date = standard.getTypeParser(oid.timestamptz)(text) as Date;
  return date.getTime();
}

/** An int8 as a number. Throws beyond 2^53 instead of returning a neighbouring number. */
export function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) {
    throw new RangeError(`int8 ${text} does not fit a number exactly`);
  }
  return value;
}

const asText = (text: string): string => text;
const textArray = standard.getTypeParser(1009 as number) as (text: string) => (string | null)[];

function arrayOf<T>(parse: (text: string) => T): (text: string) => (T | null)[] {
  return (text) => textArray(text).map((item) => (item === null ? null : parse(item)));
}

const parsers = new Map<number, (text: string) => unknown>([
  [oid.int8, parseInt8],
  [oid.int8Array, arrayOf(parseInt8)],
  [oid.date, asText],
  [oid.dateArray, arrayOf(asText)],
  [oid.timestamp, asText],
  [oid.timestampArray, arrayOf(asText)],
  [oid.timestamptz, parseInstant],
  [oid.timestamptzArray, arrayOf(parseInstant)],
  [oid.interval, asText],
  [oid.numericArray, arrayOf(asText)],
]);

/** The driver's `types` option. The driver's own parser parses types the table does not contain. */
export const typeParsers = {
  getTypeParser(id: number, format?: 'text' | 'binary'): (value: string) => unknown {
    const own = format === 'binary' ? undefined : parsers.get(id);
    return own ?? (standard.getTypeParser(id, format as 'text') as (value: string) => unknown);
  },
};
