/** Labels at the ends of lines, moved apart where the lines end close together. */

/** Moves the labels as little as necessary to be at least `gap` apart, in the same order. */
export function spreadLabels(wanted: readonly number[], gap: number, bottom: number): number[] {
  const order = wanted.map((y, index) => ({ y, index })).sort((a, b) => a.y - b.y);
  for (let i = 1; i < order.length; i += 1) {
    order[i]!.y = Math.max(order[i]!.y, order[i - 1]!.y + gap);
  }
  // Labels pushed past the lower edge are pushed back together with their neighbours.
  let limit = bottom;
  for (let i = order.length - 1; i >= 0; i -= 1) {
    order[i]!.y = Math.min(order[i]!.y, limit);
    limit = order[i]!.y - gap;
  }
  const spread: number[] = [];
  for (const { y, index } of order) spread[index] = y;
  return spread;
}
