/** Number formats of a language tag, for screens and files. */

const formats = new Map<string, Intl.NumberFormat>();

/** Formatters are cached: creation is slow, use is fast, and charts format thousands of numbers. */
export function numberFormat(tag: string, min: number, max: number): Intl.NumberFormat {
  const key = `${tag} ${min} ${max}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(tag, {
      minimumFractionDigits: min,
      maximumFractionDigits: max,
    });
    formats.set(key, format);
  }
  return format;
}

const signFirst = new Map<string, boolean>();

/** Returns true if the language places the currency before the amount. */
export function isSignFirst(tag: string): boolean {
  let isFirst = signFirst.get(tag);
  if (isFirst === undefined) {
    const format = new Intl.NumberFormat(tag, { style: 'currency', currency: 'EUR' });
    const types = format.formatToParts(1).map(({ type }) => type);
    isFirst = types.indexOf('currency') < types.indexOf('integer');
    signFirst.set(tag, isFirst);
  }
  return isFirst;
}
