/**
 * Where registers end and begin again at 0: 10^4 to 10^8 kWh (six digits and two decimals, 0 to
 * 999,999.99, are the commonest), 2^32 Wh and 2^32 x 0.01 kWh. A register rolls over only from
 * near its end: after a long silence the limit alone would take any reset for a roll-over and
 * count what was never used.
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

/** Of the size, from its end. */
const NEAR_END = 0.05;

/** Wh counted from `baseWh` through the register's end to `wh`; undefined when it did not roll over. */
export function rolledOverWh(baseWh: number, wh: number, allowedWh: number): number | undefined {
  const size = SIZES_WH.find((candidate) => candidate > baseWh);
  if (size === undefined || size - baseWh > size * NEAR_END) return undefined;
  const counted = size - baseWh + wh;
  return counted <= allowedWh ? counted : undefined;
}
