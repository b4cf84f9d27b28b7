/** Decimals of the currencies: a bill line is rounded to what can be paid. */

/** Two, unless the currency has no smaller unit. */
const WITHOUT_DECIMALS: ReadonlySet<string> = new Set(['FCFA', 'GNF']);

export type CurrencyDecimals = 0 | 2;

export function currencyDecimals(code: string): CurrencyDecimals {
  return WITHOUT_DECIMALS.has(code) ? 0 : 2;
}
