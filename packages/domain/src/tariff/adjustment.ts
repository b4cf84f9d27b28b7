/**
 * A closed period is final; later changes of its energy or tariff become an additional adjustment
 * (docs/decisions.md 14).
 */
export interface Adjustment {
  readonly wh: number;
  /** In minor units; negative for a credit to the customer. */
  readonly amount: number;
}

type Sums = readonly Adjustment[];

/**
 * Adjustment still needed for a closed period of a device: the recomputed sums, less the billed
 * ones, less all earlier adjustments. Returns undefined if nothing is owed.
 */
export function adjustmentOf(
  recomputed: Sums,
  billed: Sums,
  earlier: readonly Adjustment[],
): Adjustment | undefined {
  const difference = (of: keyof Adjustment) =>
    sum(recomputed, of) - sum(billed, of) - sum(earlier, of);
  const wh = difference('wh');
  const amount = difference('amount');
  return wh === 0 && amount === 0 ? undefined : { wh, amount };
}

function sum(entries: readonly Adjustment[], of: keyof Adjustment): number {
  return entries.reduce((total, entry) => total + entry[of], 0);
}
