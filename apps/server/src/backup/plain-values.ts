/**
 * Values of COPY's text, read where they stand and written as COPY's binary format has them. Each
 * function reads what is plain for its type and answers false for all else: nothing at all, a number
 * at the edge of its type, NaN, a time in another zone. What follows the value is looked at by
 * whoever calls.
 */

/** Where the next value is read and written. */
export interface Cursor {
  readonly text: Buffer;
  /** In `text`. */
  at: number;
  /** Has 8 bytes to spare behind the longest value. */
  readonly out: DataView;
  /** In `out`. */
  to: number;
}

const [ZERO, POINT, PLUS, MINUS, EXPONENT] = [0x30, 0x2e, 0x2b, 0x2d, 0x65];

const int2 = (cursor: Cursor): boolean => {
  const value = integer(cursor);
  if (!(Math.abs(value) <= 0x7fff)) return false;
  cursor.out.setInt16(begin(cursor, 2), value);
  return true;
};

const int4 = (cursor: Cursor): boolean => {
  const value = integer(cursor);
  if (!(Math.abs(value) <= 0x7fff_ffff)) return false;
  cursor.out.setInt32(begin(cursor, 4), value);
  return true;
};

const WORD = 2 ** 32;

/** In two words: a double is exact to 53 bits only. */
const int8 = (cursor: Cursor): boolean => {
  const isNegative = sign(cursor);
  const from = cursor.at;
  let [high, low] = [0, 0];
  for (let digit = digitOf(cursor); digit >= 0; digit = digitOf(cursor)) {
    low = low * 10 + digit;
    const carry = Math.floor(low / WORD);
    low -= carry * WORD;
    high = high * 10 + carry;
  }
  const digits = cursor.at - from;
  if (digits < 1 || digits > 19 || high > 0x7fff_ffff) return false;
  if (isNegative) {
    low = low === 0 ? 0 : WORD - low;
    high = low === 0 ? -high : -high - 1;
  }
  writeLong(cursor, high, low);
  return true;
};

/** Digits of a mantissa and powers of ten that a double holds exactly. */
const MOST_DIGITS = 15;
const POWERS = Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));
const LEAST_NORMAL = 2 ** -126;
const MOST_FLOAT = (2 - 2 ** -23) * 2 ** 127;
/** What a double has and a float has not, and how that looks just between two floats. */
const [BEYOND, BETWEEN] = [0x1fff_ffff, 0x1000_0000];

/**
 * The float nearest to the decimal, as the database would read it: mantissa and power are exact, so
 * the double is the nearest one; and the float nearest to that is the one nearest to the decimal,
 * unless the double lies just between two floats.
 */
const float4 = (cursor: Cursor): boolean => {
  const isNegative = sign(cursor);
  let [mantissa, digits, power] = [0, 0, 0];
  for (let digit = digitOf(cursor); digit >= 0; digit = digitOf(cursor)) {
    mantissa = mantissa * 10 + digit;
    digits += 1;
  }
  if (cursor.text[cursor.at] === POINT) {
    cursor.at += 1;
    for (let digit = digitOf(cursor); digit >= 0; digit = digitOf(cursor)) {
      mantissa = mantissa * 10 + digit;
      digits += 1;
      power -= 1;
    }
  }
  if (cursor.text[cursor.at] === EXPONENT) {
    cursor.at += 1;
    if (cursor.text[cursor.at] === PLUS) cursor.at += 1;
    // NaN where no number follows.
    power += integer(cursor);
  }
  if (digits < 1 || digits > MOST_DIGITS || !(Math.abs(power) < POWERS.length)) return false;
  const value = power < 0 ? mantissa / POWERS[-power]! : mantissa * POWERS[power]!;
  if (value !== 0 && (value < LEAST_NORMAL || value > MOST_FLOAT)) return false;
  const to = begin(cursor, 4);
  cursor.out.setFloat64(to, value);
  if ((cursor.out.getUint32(to + 4) & BEYOND) === BETWEEN) return false;
  cursor.out.setFloat32(to, isNegative ? -value : value);
  return true;
};

const EPOCH = Date.UTC(2000, 0, 1);
/** So far from the epoch a double holds microseconds exactly. */
const [FIRST_YEAR, LAST_YEAR] = [1900, 2199];

/** `2024-01-31 23:59:59.123456+00`, as microseconds since 2000. */
const timestamptz = (cursor: Cursor): boolean => {
  const { text, at } = cursor;
  const year = two(text, at) * 100 + two(text, at + 2);
  const [month, day] = [two(text, at + 5), two(text, at + 8)];
  const [hour, minute, second] = [two(text, at + 11), two(text, at + 14), two(text, at + 17)];
  const isApart =
    text[at + 4] === MINUS &&
    text[at + 7] === MINUS &&
    text[at + 10] === 0x20 &&
    text[at + 13] === 0x3a &&
    text[at + 16] === 0x3a;
  if (!isApart || !(year >= FIRST_YEAR && year <= LAST_YEAR)) return false;
  if (!(hour < 24 && minute < 60 && second < 60)) return false;
  const date = Date.UTC(year, month - 1, day);
  // Of the 31st of February it makes a day of March, of what is no number nothing.
  if (new Date(date).getUTCDate() !== day || new Date(date).getUTCMonth() !== month - 1)
    return false;
  cursor.at += 19;
  const micros = fraction(cursor);
  if (text[cursor.at] !== PLUS || two(text, cursor.at + 1) !== 0) return false;
  cursor.at += 3;
  const seconds = (date - EPOCH) / 1000 + hour * 3600 + minute * 60 + second;
  const value = seconds * 1e6 + micros;
  const high = Math.floor(value / WORD);
  writeLong(cursor, high, value - high * WORD);
  return Number.isSafeInteger(value);
};

/** By the names of the catalogue (`pg_type.typname`). */
export const PLAIN_VALUES = { int2, int4, int8, float4, timestamptz };
export type PlainType = keyof typeof PLAIN_VALUES;

/** Length of the value, which every value begins with; answers where the value goes. */
function begin(cursor: Cursor, length: number): number {
  cursor.out.setInt32(cursor.to, length);
  const to = cursor.to + 4;
  cursor.to = to + length;
  return to;
}

function writeLong(cursor: Cursor, high: number, low: number): void {
  const to = begin(cursor, 8);
  cursor.out.setInt32(to, high);
  cursor.out.setUint32(to + 4, low);
}

/** Passes a minus. */
function sign(cursor: Cursor): boolean {
  if (cursor.text[cursor.at] !== MINUS) return false;
  cursor.at += 1;
  return true;
}

/** The digit that is next, passing it; -1 when none is. */
function digitOf(cursor: Cursor): number {
  if (cursor.at >= cursor.text.length) return -1;
  const digit = cursor.text[cursor.at]! - ZERO;
  if (digit < 0 || digit > 9) return -1;
  cursor.at += 1;
  return digit;
}

/** Of up to ten digits; NaN when there is none. */
function integer(cursor: Cursor): number {
  const isNegative = sign(cursor);
  const from = cursor.at;
  let value = 0;
  for (let digit = digitOf(cursor); digit >= 0; digit = digitOf(cursor)) value = value * 10 + digit;
  const digits = cursor.at - from;
  if (digits < 1 || digits > 10) return Number.NaN;
  return isNegative ? -value : value;
}

/** Two digits; NaN when they are none. */
function two(text: Buffer, at: number): number {
  const [tens, ones] = [text[at]! - ZERO, text[at + 1]! - ZERO];
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

/** Microseconds after the point, 0 without one; NaN when there are more than six digits. */
function fraction(cursor: Cursor): number {
  if (cursor.text[cursor.at] !== POINT) return 0;
  cursor.at += 1;
  const from = cursor.at;
  const value = integer(cursor);
  const digits = cursor.at - from;
  return digits > 6 ? Number.NaN : value * POWERS[6 - digits]!;
}
