/**
 * Sizes at which registers roll over to 0: 10^4 to 10^8 kWh (six digits and two decimals, 0 to
 * 999,999.99, are the most common), 2^32 Wh and 2^32 x 0.01 kWh. A roll-over is accepted only near
 * the end of the register: after a long gap the limit alone would accept any reset as a roll-over
 * and count energy that was never used.
 */
const SIZES_WH = [
  1e4 * 1000,
  1e5 * 1000,
  1e6 * 1000,
  2 ** 32,
  1e7 * 1000,
  2 ** 32 * 10,
  1e8 * 1000,
] as const;

/** Distance from the end, as a fraction of the size. */
const NEAR_END = 0.05;

/** Energy from `baseWh` through the register's end to `wh`, in Wh; undefined without rollover. */
export function rolledOverWh(baseWh: number, wh: number, allowedWh: number): number | undefined {
  const size = SIZES_WH.find((candidate) => candidate > baseWh);
  if (size === undefined || size - baseWh > size * NEAR_END) return undefined;
  const counted = size - baseWh + wh;
  return counted <= allowedWh ? counted : undefined;
}
