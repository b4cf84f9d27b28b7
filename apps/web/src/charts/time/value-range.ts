/**
 * The vertical range of a chart: the values with some padding, with a minimum height so that the
 * noise of a constant value is not magnified, and never below zero if no value is negative.
 */
export function valueRange(
  low: number | null,
  high: number | null,
  leastRange: number,
): [number, number] {
  if (low === null || high === null) return [0, leastRange];
  const middle = (low + high) / 2;
  const half = Math.max((high - low) * 1.12, leastRange) / 2;
  const bottom = middle - half;
  if (low >= 0 && bottom < 0) return [0, Math.max(high * 1.06, leastRange)];
  return [bottom, middle + half];
}
