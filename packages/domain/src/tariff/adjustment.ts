/**
 * A period that is closed stands; what its energy or tariff came to later is one adjustment more
 * (docs/decisions.md 14).
 */
export interface Adjustment {
  readonly wh: number;
  /** Minor units; negative: to the customer's credit. */
  readonly amount: number;
}

type Sums = readonly Adjustment[];

/**
 * What a closed period of a device still has to be adjusted by: what it comes to now, less what was
 * billed, less every adjustment made already. Undefined when nothing is owed.
 */
export function adjustmentOf(
  recomputed: Sums,
  billed: Sums,
  earlier: readonly Adjustment[],
): Adjustment | undefined {
  const owed = (of: keyof Adjustment) => sum(recomputed, of) - sum(billed, of) - sum(earlier, of);
  const wh = owed('wh');
  const amount = owed('amount');
  return wh === 0 && amount === 0 ? undefined : { wh, amount };
}

function sum(entries: readonly Adjustment[], of: keyof Adjustment): number {
  return entries.reduce((total, entry) => total + entry[of], 0);
}
