/** Formats a file size in a language: 640 B, 12 kB, 3.4 MB. */
import { joinUnit } from './number-format.ts';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

const formats = new Map<string, Intl.NumberFormat>();

export function formatBytes(bytes: number, tag: string): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return formatUnit(value, UNITS[unit]!, unit > 1 && value < 100 ? 1 : 0, tag);
}

function formatUnit(value: number, unit: string, maxDigits: number, tag: string): string {
  const key = `${tag} ${unit} ${maxDigits}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(tag, {
      style: 'unit',
      unit,
      // English spells out "byte" in the short form.
      unitDisplay: tag.startsWith('en') ? 'narrow' : 'short',
      maximumFractionDigits: maxDigits,
    });
    formats.set(key, format);
  }
  return joinUnit(format.format(value));
}
