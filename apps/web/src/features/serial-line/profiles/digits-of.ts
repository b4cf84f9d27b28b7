const MAX_DIGITS = 9;

/** Number of decimals that show the number as it is. */
export function digitsOf(value: number): number {
  const decimals = String(value).split('.')[1]?.length ?? 0;
  return Math.min(decimals, MAX_DIGITS);
}
