/**
 * Money as text of a language. Amounts have the decimals of their currency, and the currency comes
 * before or after the number by the custom of the language.
 */
import { currencyDecimals } from '../tariff/currency.ts';
import {
  type Decimal,
  ENERGY_UNIT,
  formatDecimal,
  formatNumber,
  MINUS,
  NARROW_SPACE,
} from './number-format.ts';
import { unitLabel } from './unit-label.ts';

const currencyFirst = new Map<string, boolean>();

/** Returns true if the language places the currency before the amount. */
export function isCurrencyFirst(tag: string): boolean {
  let isFirst = currencyFirst.get(tag);
  if (isFirst === undefined) {
    const format = new Intl.NumberFormat(tag, { style: 'currency', currency: 'EUR' });
    const types = format.formatToParts(1).map(({ type }) => type);
    isFirst = types.indexOf('currency') < types.indexOf('integer');
    currencyFirst.set(tag, isFirst);
  }
  return isFirst;
}

/** Formats an amount with the decimals of its currency (code or sign) but without the currency. */
export function formatAmount(amount: Decimal, currency: string, tag: string): string {
  return formatNumber(amount, currencyDecimals(currency), tag);
}

/** Formats an amount with its currency (code or sign); the minus comes before both. */
export function formatMoney(amount: Decimal, currency: string, tag: string): string {
  return withCurrency(formatAmount(amount, currency, tag), currency, tag);
}

/** Formats a price per kWh with two decimals, or up to four if it has them. */
export function formatPrice(price: Decimal, tag: string): string {
  return formatDecimal(price, 2, 4, tag);
}

/** Returns the unit of a price, such as `€/kWh`. */
export function perKwh(currency: string, tag: string): string {
  return `${currency}/${unitLabel(ENERGY_UNIT, tag)}`;
}

/** Formats a price with four decimals and its currency. */
export function formatUnitPrice(price: Decimal, currency: string, tag: string): string {
  return withCurrency(formatNumber(price, 4, tag), currency, tag);
}

function withCurrency(number: string, currency: string, tag: string): string {
  if (currency === '') return number;
  if (!isCurrencyFirst(tag)) return `${number}${NARROW_SPACE}${currency}`;
  const minus = number.startsWith(MINUS) ? MINUS : '';
  return `${minus}${currency}${NARROW_SPACE}${number.slice(minus.length)}`;
}
