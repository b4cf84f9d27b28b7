/**
 * Money from energy: the input is Wh and prices, the result is whole minor units (hundredths of the
 * currency).
 *
 * A bill line is (device, settlement period, tariff version, band); it is its energy times the
 * price, rounded half up once (docs/decisions.md 14): to hundredths, or to whole units of a
 * currency without minor units. The share of a day in a line is the amount of the line including
 * that day, less the amount before it ("running rounding"), so the days of a line add up to the
 * line, and every total is a plain sum of whole numbers. The disadvantage: a single day may differ
 * by one minor unit from its own energy times the price; a line never by more than half of one.
 */
import type { Amount } from './amount.ts';
import type { CurrencyDecimals } from './currency.ts';
import type { Price } from './price.ts';

/** One unit of the currency, as a product of Wh and ten-thousandths per kWh. */
const CURRENCY = 10_000_000;
const MINOR = CURRENCY / 100;
const THOUSANDTH = CURRENCY / 1000;

/**
 * Rounds half up, exactly; both factors are whole and not negative. Results beyond 2^53 are limited
 * to `Number.MAX_SAFE_INTEGER`.
 */
function roundedDivision(wh: number, price: Price, unit: number): number {
  if (!(wh >= 0)) throw new RangeError(`${wh} Wh cannot be billed`);
  const product = wh * price;
  if (product < Number.MAX_SAFE_INTEGER - unit) return Math.floor((product + unit / 2) / unit);
  const exact = (BigInt(wh) * BigInt(price) + BigInt(unit / 2)) / BigInt(unit);
  return exact > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(exact);
}

/** Amount of a line of `wh`, in minor units. */
export function lineAmount(wh: number, price: Price, decimals: CurrencyDecimals = 2): number {
  return decimals === 0
    ? roundedDivision(wh, price, CURRENCY) * (CURRENCY / MINOR)
    : roundedDivision(wh, price, MINOR);
}

/** The share that `wh` adds to a line that already contains `whBefore`. */
export function lineShare(
  whBefore: number,
  wh: number,
  price: Price,
  decimals: CurrencyDecimals = 2,
): number {
  return lineAmount(whBefore + wh, price, decimals) - lineAmount(whBefore, price, decimals);
}

/** The shares of one line, in the order of its days; they add up to `lineAmount` of their sum. */
export function lineShares(whOfDays: readonly number[], price: Price): number[] {
  let before = 0;
  return whOfDays.map((wh) => {
    const share = lineShare(before, wh, price);
    before += wh;
    return share;
  });
}

/** Thousandths of the currency, to compare equal spans of days; never for a bill. */
export function feeThousandths(wh: number, price: Price): number {
  return roundedDivision(wh, price, THOUSANDTH);
}

/** Amount of a line of `wh`; without a price it is null, or 0 for no energy. */
export function amountOfLine(wh: number, price: Price | null, decimals: CurrencyDecimals): Amount {
  if (price === null) return wh === 0 ? 0 : null;
  return lineAmount(wh, price, decimals);
}

/** The amount `wh` adds to a line with `whBefore`; null without a price, or 0 for no energy. */
export function amountAdded(
  whBefore: number,
  wh: number,
  price: Price | null,
  decimals: CurrencyDecimals,
): Amount {
  if (price === null) return wh === 0 ? 0 : null;
  return lineShare(whBefore, wh, price, decimals);
}
