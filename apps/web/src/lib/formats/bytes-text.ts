/** Formats a file size in the page's language: 640 B, 12 kB, 3.4 MB. */
import { formatIntlUnit } from './number-format.ts';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

export function formatBytes(bytes: number, tag: string): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return formatIntlUnit(value, UNITS[unit]!, unit > 1 && value < 100 ? 1 : 0, tag);
}
