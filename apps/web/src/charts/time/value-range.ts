/** A limit line may stretch the range at most this much; a distant one would flatten the curves. */
const MAX_STRETCH = 2.5;
/** Room for the label of a limit line above it, as a share of the range. */
const LABEL_ROOM = 0.12;

/**
 * The vertical range of a chart: the values with some padding, with a minimum height so that the
 * noise of a constant value is not magnified, and never below zero if no value is negative. It
 * contains the `levels` that are near the values.
 */
export function valueRange(
  low: number | null,
  high: number | null,
  leastRange: number,
  levels: readonly number[] = [],
): [number, number] {
  if (low === null || high === null) return [0, leastRange];
  const [bottom, top] = rangeOfValues(low, high, leastRange);
  const most = MAX_STRETCH * (top - bottom);
  const near = levels.filter((level) => level >= top - most && level <= bottom + most);
  const lowest = Math.min(bottom, ...near);
  const highest = Math.max(top, ...near);
  const room = (highest - lowest) * LABEL_ROOM;
  const needed = Math.max(...near, Number.NEGATIVE_INFINITY) + room;
  return [lowest, Math.max(highest, needed)];
}

function rangeOfValues(low: number, high: number, leastRange: number): [number, number] {
  const middle = (low + high) / 2;
  const half = Math.max((high - low) * 1.12, leastRange) / 2;
  const bottom = middle - half;
  if (low >= 0 && bottom < 0) return [0, Math.max(high * 1.06, leastRange)];
  return [bottom, middle + half];
}
