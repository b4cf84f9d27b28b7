/**
 * Money in minor units. It is null if it includes energy that has no price: a tariff without prices
 * gives no amount, and a total that leaves out a part of the energy would be taken for the whole.
 * Energy of zero costs nothing, whatever its price.
 */
export type Amount = number | null;

/** In units of the currency, as calls and files give it. */
export function inCurrencyUnits(minorUnits: Amount): number | null {
  return minorUnits === null ? null : minorUnits / 100;
}

/** Null if one of them is null. The sum of no amounts is `emptyTotal`. */
export function sumAmounts(amounts: readonly Amount[], emptyTotal: Amount = 0): Amount {
  return amounts.reduce<Amount>(addAmounts, emptyTotal);
}

export function addAmounts(one: Amount, other: Amount): Amount {
  return one === null || other === null ? null : one + other;
}

/** What is left of a total after a part of it; not known without the total or the part. */
export function subtractAmount(total: Amount, part: Amount): Amount {
  return total === null || part === null ? null : total - part;
}
