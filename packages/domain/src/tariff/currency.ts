/** Decimals of the currencies: a bill line is rounded to a payable amount. */

/** Currencies without a minor unit; all others have two decimals. */
const WITHOUT_DECIMALS: ReadonlySet<string> = new Set(['FCFA', 'GNF']);

export type CurrencyDecimals = 0 | 2;

export function currencyDecimals(code: string): CurrencyDecimals {
  return WITHOUT_DECIMALS.has(code) ? 0 : 2;
}
