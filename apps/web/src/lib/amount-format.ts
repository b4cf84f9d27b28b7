/** Energy and money as text: exact to the last digit, so that what is shown adds up. */

export const ENERGY_UNIT = 'kWh';

const formats = new Map<string, Intl.NumberFormat>();

function formatOf(tag: string, least: number, most: number): Intl.NumberFormat {
  const key = `${tag} ${least} ${most}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(tag, {
      minimumFractionDigits: least,
      maximumFractionDigits: most,
    });
    formats.set(key, format);
  }
  return format;
}

/** kWh with two decimals; a third only where there is one (registers count in 0.01 kWh, some finer). */
export function formatEnergy(kwh: number, tag: string): string {
  return formatOf(tag, 2, 3).format(kwh);
}

/** An amount of money, two decimals. */
export function formatMoney(amount: number, tag: string): string {
  return formatOf(tag, 2, 2).format(amount);
}

export function formatCount(count: number, tag: string): string {
  return formatOf(tag, 0, 0).format(count);
}

/** A short number for an axis. */
export function formatAxis(value: number, tag: string): string {
  return formatOf(tag, 0, 2).format(value);
}

/**
 * A fraction as whole per cent, truncated (part 1, section 9). Nine decimals are kept before it is
 * cut: 0.29 × 100 is 28.999999999999996 to a computer, and 29 to everybody else.
 */
export function wholePercent(fraction: number): number {
  return Math.trunc(Number((fraction * 100).toFixed(9))) + 0;
}
