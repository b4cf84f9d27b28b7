/**
 * Every number that a person reads is formatted here, in the page's language, so that a page shows
 * one number system. Files keep machine-readable numbers: `machineNumber`.
 */
import { decimalSign } from './number-text.ts';
import { unitLabel } from './units.ts';

export const ENERGY_UNIT = 'kWh';

const formats = new Map<string, Intl.NumberFormat>();

/** Creating a formatter is slow, using one is fast: charts format thousands of numbers. */
function formatOf(tag: string, min: number, max: number): Intl.NumberFormat {
  const key = `${tag} ${min} ${max}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(tag, {
      minimumFractionDigits: min,
      maximumFractionDigits: max,
    });
    formats.set(key, format);
  }
  return format;
}

/** A number with that many decimals. */
export function formatNumber(value: number, digits: number, tag: string): string {
  return formatOf(tag, digits, digits).format(value);
}

/** A number with at most that many decimals, without trailing zeros. */
export function formatShort(value: number, maxDigits: number, tag: string): string {
  return formatOf(tag, 0, maxDigits).format(value);
}

/** The unit behind a formatted number; a space that does not break lies between them. */
export function withUnit(number: string, unit: string, tag: string): string {
  return unit === '' ? number : `${number}\u202F${unitLabel(unit, tag)}`;
}

/** A measured value with that many decimals and its unit. */
export function formatQuantity(value: number, digits: number, unit: string, tag: string): string {
  return withUnit(formatNumber(value, digits, tag), unit, tag);
}

/** Per cent as the language writes it: 12.3% in English, 12,3 % in French. */
export function formatPercent(percent: number, digits: number, tag: string): string {
  return `${formatNumber(percent, digits, tag)}${percentSign(tag)}`;
}

/** The sign with its space; the languages with a decimal comma put one before it. */
export function percentSign(tag: string): string {
  return decimalSign(tag) === ',' ? '\u202F%' : '%';
}

/** kWh with two decimals; a third only where there is one (registers count in 0.01 kWh, some finer). */
export function formatEnergy(kwh: number, tag: string): string {
  return formatOf(tag, 2, 3).format(kwh);
}

/** kWh with their unit. */
export function formatEnergyQuantity(kwh: number, tag: string, unit = ENERGY_UNIT): string {
  return withUnit(formatEnergy(kwh, tag), unit, tag);
}

/** Signs of currencies without decimals: the CFA and the Guinean franc. */
const WHOLE_SIGNS: ReadonlySet<string> = new Set(['FCFA', 'FG', 'GNF']);

/** An amount of money without the sign of its currency, with the currency's decimals. */
export function formatAmount(amount: number, sign: string, tag: string): string {
  return formatNumber(amount, WHOLE_SIGNS.has(sign) ? 0 : 2, tag);
}

/** An amount of money with the sign of its currency where the language puts it. */
export function formatMoney(amount: number, sign: string, tag: string): string {
  const number = formatAmount(Math.abs(amount), sign, tag);
  return `${amount < 0 ? '\u2212' : ''}${withSign(number, sign, tag)}`;
}

/** A price per kWh: two decimals, and up to four if it has them. */
export function formatPrice(price: number, tag: string): string {
  return formatOf(tag, 2, 4).format(price);
}

/** The unit of a price: `€/kWh`. */
export function perKwh(sign: string, tag: string): string {
  return `${sign}/${unitLabel(ENERGY_UNIT, tag)}`;
}

/** A price with four decimals and the sign of its currency where the language puts it. */
export function formatUnitPrice(price: number, sign: string, tag: string): string {
  return withSign(formatNumber(price, 4, tag), sign, tag);
}

function withSign(number: string, sign: string, tag: string): string {
  if (sign === '') return number;
  return isSignFirst(tag) ? `${sign}\u202F${number}` : `${number}\u202F${sign}`;
}

/** Whether the language puts the sign of a currency before the amount. */
export function isSignFirst(tag: string): boolean {
  const key = `sign ${tag}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(tag, { style: 'currency', currency: 'EUR' });
    formats.set(key, format);
  }
  const types = format.formatToParts(1).map(({ type }) => type);
  return types.indexOf('currency') < types.indexOf('integer');
}

export function formatCount(count: number, tag: string): string {
  return formatOf(tag, 0, 0).format(count);
}

/** A short number for an axis. */
export function formatAxis(value: number, tag: string): string {
  return formatShort(value, 2, tag);
}

/** A number for a file: a point, no groups. */
export function machineNumber(value: number, digits: number): string {
  return value.toFixed(digits);
}

/** The nearest number with that many decimals; for geometry and for what is sent. */
export function roundTo(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

/**
 * A fraction as whole per cent, truncated (docs/specification/platform.md 7.7). Nine decimals are
 * kept before it is cut: 0.29 × 100 is 28.999999999999996 in binary, which must show as 29.
 */
export function wholePercent(fraction: number): number {
  return Math.trunc(roundTo(fraction * 100, 9)) + 0;
}

/** A number with a unit that `Intl` knows, such as `kilobyte`, in the language's short form. */
export function formatIntlUnit(
  value: number,
  unit: string,
  maxDigits: number,
  tag: string,
): string {
  const key = `${tag} ${unit} ${maxDigits}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(tag, {
      style: 'unit',
      unit,
      unitDisplay: 'short',
      maximumFractionDigits: maxDigits,
    });
    formats.set(key, format);
  }
  return format.format(value);
}

/** The formats of one language, for what formats many numbers. */
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
