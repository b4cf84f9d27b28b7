/** Decimals of the currencies: a bill line is rounded to a payable amount. */

/** Currencies without a minor unit, by code and by sign; all others have two decimals. */
const WITHOUT_DECIMALS: ReadonlySet<string> = new Set(['FCFA', 'GNF', 'FG']);

export type CurrencyDecimals = 0 | 2;

/** `currency` is a code or a sign, such as `GNF` or `FG`. */
export function currencyDecimals(currency: string): CurrencyDecimals {
  return WITHOUT_DECIMALS.has(currency) ? 0 : 2;
}
