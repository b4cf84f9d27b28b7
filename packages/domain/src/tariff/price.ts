/**
 * The price of a kWh in a band: decimal text above zero, at most 8 digits before and 4 after the
 * point (the limit of the column). In code it is a whole number of ten-thousandths of the currency,
 * so that money is never a binary fraction. Zero means "need info", as an empty price does
 * (docs/specification/energy-and-fees.md 4.1).
 */
import type { TariffBand } from './band.ts';

const DECIMAL = /^([0-9]{1,8})(?:\.([0-9]{1,4}))?$/;
/** Zero in any notation: it means "need info" in the form, not an invalid number. */
const ZERO = /^[-+]?0*\.?0*$/;
const DIGITS_AFTER_POINT = 4;

/** Ten-thousandths of the currency per kWh, 1 to 999,999,999,999. */
export type Price = number;

export type PriceProblem = 'missing' | 'invalid';

/** Prices as decimal text, by band. */
export type BandPrices = Readonly<Record<TariffBand, string>>;

/** Input of a form or a call: text, number or nothing. */
export type PriceInput = string | number | null | undefined;

export type ReadPrice =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: PriceProblem };

/** Parses a price to its canonical text: no leading or trailing zeros (`1.2500` is `1.25`). */
export function readPrice(given: PriceInput): ReadPrice {
  const text = String(given ?? '').trim();
  if (ZERO.test(text)) return { ok: false, problem: 'missing' };
  if (!DECIMAL.test(text)) return { ok: false, problem: 'invalid' };
  return { ok: true, text: priceText(priceOf(text)) };
}

/** Converts validated text, as stored in the database. */
export function priceOf(text: string): Price {
  const [, whole, fraction = ''] = DECIMAL.exec(text) ?? [];
  if (whole === undefined) throw new RangeError(`"${text}" is no price`);
  return Number(whole + fraction.padEnd(DIGITS_AFTER_POINT, '0'));
}

function priceText(price: Price): string {
  const digits = String(price).padStart(DIGITS_AFTER_POINT + 1, '0');
  const fraction = digits.slice(-DIGITS_AFTER_POINT).replace(/0+$/, '');
  const whole = digits.slice(0, -DIGITS_AFTER_POINT);
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
