/**
 * Percentages of a whole that add up to 100: each is rounded down, and the remaining steps go to
 * the largest remainders, the earlier part first. No percentage differs from its exact value by
 * more than one step.
 */
export function percentShares(amounts: readonly number[], digits = 2): number[] {
  const parts = amounts.map((amount) => Math.max(amount, 0));
  const total = parts.reduce((sum, part) => sum + part, 0);
  if (!(total > 0)) return parts.map(() => 0);
  const steps = 10 ** digits;
  const exact = parts.map((part) => (part / total) * 100 * steps);
  const floors = exact.map(Math.floor);
  const missing = Math.round(100 * steps - floors.reduce((sum, floor) => sum + floor, 0));
  const byRemainder = exact
    .map((value, i) => ({ i, remainder: value - floors[i]! }))
    .sort((a, b) => b.remainder - a.remainder || a.i - b.i);
  for (const { i } of byRemainder.slice(0, missing)) floors[i]! += 1;
  return floors.map((floor) => floor / steps);
}
