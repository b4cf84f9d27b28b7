/**
 * Formats all displayed numbers in the page's language, so that a page uses one number system.
 * Numbers in files are machine-readable: `machineNumber`.
 */

import { isSignFirst, numberFormat } from '@busbar/domain/number-format';
import { unitLabel } from '@busbar/domain/unit-label';
import { decimalSign } from './number-text.ts';

export const ENERGY_UNIT = 'kWh';

/** Formats a number with a fixed number of decimals. */
export function formatNumber(value: number, digits: number, tag: string): string {
  return numberFormat(tag, digits, digits).format(value);
}

/** Formats a number with a maximum number of decimals, without trailing zeros. */
export function formatShort(value: number, maxDigits: number, tag: string): string {
  return numberFormat(tag, 0, maxDigits).format(value);
}

/** Appends the unit to a formatted number with a non-breaking space. */
export function withUnit(number: string, unit: string, tag: string): string {
  return unit === '' ? number : `${number}\u202F${unitLabel(unit, tag)}`;
}

/** Formats a measured value with a fixed number of decimals and its unit. */
export function formatQuantity(value: number, digits: number, unit: string, tag: string): string {
  return withUnit(formatNumber(value, digits, tag), unit, tag);
}

/** Formats per cent in the language: 12.3% in English, 12,3 % in French. */
export function formatPercent(percent: number, digits: number, tag: string): string {
  return `${formatNumber(percent, digits, tag)}${percentSign(tag)}`;
}

/** Returns the per cent sign, preceded by a space in languages with a decimal comma. */
export function percentSign(tag: string): string {
  return decimalSign(tag) === ',' ? '\u202F%' : '%';
}

/** Formats kWh with two decimals, a third only if not zero (registers count 0.01 kWh or finer). */
export function formatEnergy(kwh: number, tag: string): string {
  return numberFormat(tag, 2, 3).format(kwh);
}

/** Formats kWh with the unit. */
export function formatEnergyQuantity(kwh: number, tag: string, unit = ENERGY_UNIT): string {
  return withUnit(formatEnergy(kwh, tag), unit, tag);
}

/** Currencies without decimals: the CFA and the Guinean franc. */
const WHOLE_SIGNS: ReadonlySet<string> = new Set(['FCFA', 'FG', 'GNF']);

/** Formats an amount of money with the currency's decimals but without its sign. */
export function formatAmount(amount: number, sign: string, tag: string): string {
  return formatNumber(amount, WHOLE_SIGNS.has(sign) ? 0 : 2, tag);
}

/** Formats an amount of money with the currency sign before or after it, by language. */
export function formatMoney(amount: number, sign: string, tag: string): string {
  const number = formatAmount(Math.abs(amount), sign, tag);
  return `${amount < 0 ? '\u2212' : ''}${withSign(number, sign, tag)}`;
}

/** Formats a price per kWh with two decimals, or up to four if it has them. */
export function formatPrice(price: number, tag: string): string {
  return numberFormat(tag, 2, 4).format(price);
}

/** Returns the unit of a price, such as `€/kWh`. */
export function perKwh(sign: string, tag: string): string {
  return `${sign}/${unitLabel(ENERGY_UNIT, tag)}`;
}

/** Formats a price with four decimals and the currency sign before or after it, by language. */
export function formatUnitPrice(price: number, sign: string, tag: string): string {
  return withSign(formatNumber(price, 4, tag), sign, tag);
}

function withSign(number: string, sign: string, tag: string): string {
  if (sign === '') return number;
  return isSignFirst(tag) ? `${sign}\u202F${number}` : `${number}\u202F${sign}`;
}

export function formatCount(count: number, tag: string): string {
  return numberFormat(tag, 0, 0).format(count);
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

const unitFormats = new Map<string, Intl.NumberFormat>();

/** Formats a number with an `Intl` unit, such as `kilobyte`, in the language's short form. */
export function formatIntlUnit(
  value: number,
  unit: string,
  maxDigits: number,
  tag: string,
): string {
  const key = `${tag} ${unit} ${maxDigits}`;
  let format = unitFormats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(tag, {
      style: 'unit',
      unit,
      unitDisplay: 'short',
      maximumFractionDigits: maxDigits,
    });
    unitFormats.set(key, format);
  }
  return format.format(value);
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
