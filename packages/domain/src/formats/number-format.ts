/**
 * Numbers as text of a language, for screens, mails, reports and bills. Numbers in CSV files are
 * machine-readable: `machineNumber`.
 */
import { decimalSign } from './number-text.ts';
import { unitLabel } from './unit-label.ts';

/** A decimal text, such as `-1234.5`, is formatted exactly and never converted to binary. */
export type Decimal = number | string;

/** The minus sign, as long as a plus; a hyphen is shorter than the digits. */
export const MINUS = '\u2212';

export const NARROW_SPACE = '\u202F';

export const ENERGY_UNIT = 'kWh';

const formats = new Map<string, Intl.NumberFormat>();

/** Formatters are cached: creation is slow, use is fast, and charts format thousands of numbers. */
function formatterOf(tag: string, min: number, max: number): Intl.NumberFormat {
  const key = `${tag} ${min} ${max}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(tag, {
      minimumFractionDigits: min,
      maximumFractionDigits: max,
      // Spanish would group only from five digits on, and a column would have 5322,92 over 14.243,34.
      useGrouping: 'always',
    });
    formats.set(key, format);
  }
  return format;
}

/**
 * Formats a number with the given range of decimals. The minus always comes first; a number that is
 * rounded to zero has none.
 */
export function formatDecimal(value: Decimal, min: number, max: number, tag: string): string {
  const text = formatterOf(tag, min, max).format(value as Intl.StringNumericLiteral);
  return text.replace(/^\p{Cf}?-/u, /[1-9]/.test(text) ? MINUS : '');
}

/** Formats a number with a fixed number of decimals. */
export function formatNumber(value: Decimal, digits: number, tag: string): string {
  return formatDecimal(value, digits, digits, tag);
}

/** Formats a number with a maximum number of decimals, without trailing zeros. */
export function formatShort(value: Decimal, maxDigits: number, tag: string): string {
  return formatDecimal(value, 0, maxDigits, tag);
}

/** Appends the unit to a formatted number with a narrow no-break space, per cent as `percentSign`. */
export function withUnit(number: string, unit: string, tag: string): string {
  if (unit === '%') return `${number}${percentSign(tag)}`;
  return unit === '' ? number : `${number}${NARROW_SPACE}${unitLabel(unit, tag)}`;
}

/** Puts a narrow no-break space between the number and the unit of a text of the language data. */
export function joinUnit(text: string): string {
  return text.replace(/(\d)\s?(?=\p{L})/u, `$1${NARROW_SPACE}`);
}

/** Formats a measured value with a fixed number of decimals and its unit. */
export function formatQuantity(value: Decimal, digits: number, unit: string, tag: string): string {
  return withUnit(formatNumber(value, digits, tag), unit, tag);
}

/** Formats per cent in the language: 12.3% in English, 12,3 % in French. */
export function formatPercent(percent: Decimal, digits: number, tag: string): string {
  return `${formatNumber(percent, digits, tag)}${percentSign(tag)}`;
}

/** Formats a percentage with a maximum number of decimals, without trailing zeros. */
export function formatShortPercent(percent: Decimal, maxDigits: number, tag: string): string {
  return `${formatShort(percent, maxDigits, tag)}${percentSign(tag)}`;
}

/** Returns the per cent sign, preceded by a space in languages with a decimal comma. */
export function percentSign(tag: string): string {
  return decimalSign(tag) === ',' ? `${NARROW_SPACE}%` : '%';
}

/** Formats kWh with two decimals, a third only if not zero (registers count 0.01 kWh or finer). */
export function formatEnergy(kwh: Decimal, tag: string): string {
  return formatDecimal(kwh, 2, 3, tag);
}

/** Formats kWh with the unit. */
export function formatEnergyQuantity(kwh: Decimal, tag: string, unit = ENERGY_UNIT): string {
  return withUnit(formatEnergy(kwh, tag), unit, tag);
}

export function formatCount(count: number, tag: string): string {
  return formatNumber(count, 0, tag);
}

/** Formats a short number for an axis. */
export function formatAxis(value: number, tag: string): string {
  return formatShort(value, 2, tag);
}

/** Formats a number for a file: with a decimal point and without digit grouping. */
export function machineNumber(value: number, digits: number): string {
  return value.toFixed(digits);
}

/** Rounds to a number of decimals; for geometry and for request data. */
export function roundTo(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

/**
 * Formats a fraction as whole per cent, truncated (docs/specification/platform.md 7.7). It is
 * rounded to nine decimals before: 0.29 × 100 is 28.999999999999996 in binary, which must be
 * displayed as 29.
 */
export function wholePercent(fraction: number): number {
  return Math.trunc(roundTo(fraction * 100, 9)) + 0;
}

/** The formatters of one language, for callers that format many numbers. */
export interface Numbers {
  readonly tag: string;
  readonly number: (value: number, digits: number) => string;
  readonly short: (value: number, maxDigits: number) => string;
  readonly quantity: (value: number, digits: number, unit: string) => string;
  readonly percent: (percent: number, digits: number) => string;
  readonly count: (count: number) => string;
  readonly unit: (unit: string) => string;
}

export function numbersOf(tag: string): Numbers {
  return {
    tag,
    number: (value, digits) => formatNumber(value, digits, tag),
    short: (value, maxDigits) => formatShort(value, maxDigits, tag),
    quantity: (value, digits, unit) => formatQuantity(value, digits, unit, tag),
    percent: (percent, digits) => formatPercent(percent, digits, tag),
    count: (count) => formatCount(count, tag),
    unit: (unit) => unitLabel(unit, tag),
  };
}
