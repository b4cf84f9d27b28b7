/**
 * Money from energy: Wh and prices in, whole minor units (hundredths of the currency) out.
 *
 * A bill line is (device, settlement period, tariff version, band); it is its energy times the
 * price, rounded half up once (docs/decisions.md 14): to hundredths, or to whole units of a
 * currency that has no smaller ones. A day's part of a line is what the line came to with that day
 * less what it came to before it ("running rounding"), so the days of a line add up to the line,
 * and every total is a plain sum of whole numbers. The price of that: a day alone may differ by one
 * minor unit from its own energy times the price; a line never by more than half of one.
 */
import type { Amount } from './amount.ts';
import type { CurrencyDecimals } from './currency.ts';
import type { Price } from './price.ts';

/** Wh times ten-thousandths per kWh: how many of those make one unit of the currency. */
const CURRENCY = 10_000_000;
const MINOR = CURRENCY / 100;
const THOUSANDTH = CURRENCY / 1000;

/** Half up, exactly; both are whole and not negative. Beyond 2^53 the amount stands at 2^53 - 1. */
function roundedDivision(wh: number, price: Price, unit: number): number {
  if (!(wh >= 0)) throw new RangeError(`${wh} Wh cannot be billed`);
  const product = wh * price;
  if (product < Number.MAX_SAFE_INTEGER - unit) return Math.floor((product + unit / 2) / unit);
  const exact = (BigInt(wh) * BigInt(price) + BigInt(unit / 2)) / BigInt(unit);
  return exact > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(exact);
}

/** What a line of `wh` comes to, in minor units. */
export function lineAmount(wh: number, price: Price, decimals: CurrencyDecimals = 2): number {
  return decimals === 0
    ? roundedDivision(wh, price, CURRENCY) * (CURRENCY / MINOR)
    : roundedDivision(wh, price, MINOR);
}

/** The part of a line that `wh` adds to the `whBefore` it had already. */
export function lineShare(
  whBefore: number,
  wh: number,
  price: Price,
  decimals: CurrencyDecimals = 2,
): number {
  return lineAmount(whBefore + wh, price, decimals) - lineAmount(whBefore, price, decimals);
}

/** The parts of one line, in the order of its days; they add up to `lineAmount` of their sum. */
export function lineShares(whOfDays: readonly number[], price: Price): number[] {
  let before = 0;
  return whOfDays.map((wh) => {
    const share = lineShare(before, wh, price);
    before += wh;
    return share;
  });
}

/** Thousandths of the currency; for comparing equal spans of days, never for a bill. */
export function feeThousandths(wh: number, price: Price): number {
  return roundedDivision(wh, price, THOUSANDTH);
}

/** What a line of `wh` comes to; without a price it is null, or 0 for no energy. */
export function amountOfLine(wh: number, price: Price | null, decimals: CurrencyDecimals): Amount {
  if (price === null) return wh === 0 ? 0 : null;
  return lineAmount(wh, price, decimals);
}

/** What `wh` adds to a line that had `whBefore`; without a price it is null, or 0 for no energy. */
export function amountAdded(
  whBefore: number,
  wh: number,
  price: Price | null,
  decimals: CurrencyDecimals,
): Amount {
  if (price === null) return wh === 0 ? 0 : null;
  return lineShare(whBefore, wh, price, decimals);
}
