/**
 * Parses and formats the numbers that people type, by the rules of the page's language.
 *
 * A number that is wrong by a factor of 1,000 is worse than a rejected text, so a text is only
 * accepted if it has one meaning:
 * - Digits may be Latin, full-width, Arabic-Indic or Persian; the minus sign may be any dash.
 * - A space, an apostrophe and `٬` only group digits; `٫` only separates decimals.
 * - If both point and comma occur, the last one separates decimals and the other groups digits.
 * - A point or comma that occurs several times groups digits.
 * - A single point or comma separates decimals, in every language, unless exactly three digits
 *   follow one to three digits that do not begin with zero (`1.234`). Such a text has decimals only
 *   if the separator is the language's decimal separator; otherwise it is ambiguous and rejected,
 *   even if the language groups digits with this separator.
 * - Groups have three digits each, the first one has one to three.
 * - The unit of the field may follow. Another unit, an exponent or any other text is rejected.
 */

import { plainText } from './plain-text.ts';
import { unitLabel } from './unit-label.ts';

export type ReadNumber =
  | { readonly kind: 'empty' }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'invalid' }
  /** `whole` and `fraction` are the two meanings, each in an accepted form. */
  | { readonly kind: 'ambiguous'; readonly whole: string; readonly fraction: string };

const INVALID: ReadNumber = { kind: 'invalid' };

/** Returns the decimal separator of a language tag, which is written into fields. */
export function decimalSign(tag: string): '.' | ',' {
  return /^(fr|ru|es)\b/.test(tag) ? ',' : '.';
}

/** Formats a decimal text (`-1234.5`) for a field: ungrouped, with at least `digits` decimals. */
export function fieldText(decimal: string, digits: number, tag: string): string {
  const [whole = '', fraction = ''] = decimal.split('.');
  const decimals = fraction.padEnd(digits, '0');
  return decimals === '' ? whole : `${whole}${decimalSign(tag)}${decimals}`;
}

export function readNumber(text: string, tag: string, unit = ''): ReadNumber {
  const plain = withoutUnit(plainText(text), unit, tag);
  if (plain === '') return { kind: 'empty' };
  const [, sign, digits] = /^([-+]?) ?([0-9][0-9.,٫٬' ]*|[.,٫][0-9]+)$/.exec(plain) ?? [];
  if (digits === undefined) return INVALID;
  const decimal = decimalOf(digits);
  const [whole = '', fraction = '', rest] = decimal === '' ? [digits] : digits.split(decimal);
  const grouped = ungrouped(whole);
  if (grouped === undefined || rest !== undefined || !/^[0-9]*$/.test(fraction)) return INVALID;
  const minus = sign === '-' ? '-' : '';
  if (
    (decimal === '.' || decimal === ',') &&
    decimal !== decimalSign(tag) &&
    /^[1-9][0-9]{0,2}$/.test(whole) &&
    fraction.length === 3
  ) {
    return {
      kind: 'ambiguous',
      whole: `${minus}${grouped}${fraction}`,
      fraction: `${minus}${grouped}${decimalSign(tag)}${fraction}`,
    };
  }
  return { kind: 'number', value: Number(`${minus}${grouped}.${fraction}0`) };
}

function withoutUnit(text: string, unit: string, tag: string): string {
  const units = [unit, unitLabel(unit, tag)].filter((one) => one !== '');
  const found = units.find((one) => text.endsWith(one));
  return found === undefined ? text : text.slice(0, -found.length).trim();
}

/** Returns the decimal separator, or an empty text if there is none. */
function decimalOf(digits: string): string {
  if (digits.includes('٫')) return '٫';
  const points = digits.split('.').length - 1;
  const commas = digits.split(',').length - 1;
  if (points > 0 && commas > 0) {
    const last = digits.lastIndexOf('.') > digits.lastIndexOf(',') ? '.' : ',';
    return (last === '.' ? points : commas) === 1 ? last : '';
  }
  if (points + commas !== 1) return '';
  return points === 1 ? '.' : ',';
}

/** Integer digits without group separators, or undefined if the groups are irregular. */
function ungrouped(whole: string): string | undefined {
  if (/^[0-9]*$/.test(whole)) return whole === '' ? '0' : whole;
  const [, group = ''] = /^[0-9]{1,3}([.,٬' ])/.exec(whole) ?? [];
  const parts = whole.split(group === '' ? /(?!)/ : group);
  const isRegular = parts.every((part, at) =>
    at === 0 ? /^[0-9]{1,3}$/.test(part) : /^[0-9]{3}$/.test(part),
  );
  return isRegular && parts.length > 1 ? parts.join('') : undefined;
}
