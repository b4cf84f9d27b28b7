/**
 * Money in minor units. It is null if it includes energy without a price: a tariff without prices
 * gives no amount, and a total that omits a part of the energy would be mistaken for the whole.
 * Zero energy costs nothing, whatever its price.
 */
export type Amount = number | null;

/** In units of the currency, as in calls and files. */
export function inCurrencyUnits(minorUnits: Amount): number | null {
  return minorUnits === null ? null : minorUnits / 100;
}

/** Null if any amount is null. The sum of no amounts is `emptyTotal`. */
export function sumAmounts(amounts: readonly Amount[], emptyTotal: Amount = 0): Amount {
  return amounts.reduce<Amount>(addAmounts, emptyTotal);
}

export function addAmounts(one: Amount, other: Amount): Amount {
  return one === null || other === null ? null : one + other;
}

/** The remainder of a total after a part; null if the total or the part is null. */
export function subtractAmount(total: Amount, part: Amount): Amount {
  return total === null || part === null ? null : total - part;
}
