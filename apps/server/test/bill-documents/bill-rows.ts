/** The rows of numbers of a rendered bill, as integers in the units of the model. */
import type { BillDocument } from '@busbar/domain/billing/bill-document';
import { type DrawnText, readPdf } from './read-pdf.ts';

/** Texts with the same baseline, from left to right. */
export interface DrawnRow {
  readonly page: number;
  readonly baseline: number;
  readonly texts: readonly DrawnText[];
}

export function drawnRows(file: Buffer): DrawnRow[] {
  return readPdf(file).pages.flatMap((texts, page) => {
    const rows = new Map<number, DrawnText[]>();
    for (const text of texts) {
      const key = Math.round(text.baseline * 10);
      rows.set(key, [...(rows.get(key) ?? []), text]);
    }
    return [...rows]
      .sort(([one], [other]) => one - other)
      .map(([key, row]) => ({
        page,
        baseline: key / 10,
        texts: row.sort((one, other) => one.left - other.left),
      }));
  });
}

/** Points from the upper edge of the page. */
const FOOTER = 800;

export const isFooter = ({ baseline }: DrawnRow): boolean => baseline > FOOTER;

const NUMBER = /^−?\d[\d.,\u00a0\u202f]*$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** Numbers and days of a row in the reading direction of the bill. */
export function numbersOf({ texts }: DrawnRow, bill: BillDocument): string[] {
  const found = texts.map(({ text }) => text).filter((text) => NUMBER.test(text) || DAY.test(text));
  return bill.language === 'ar' ? found.reverse() : found;
}

/** Throws if the text has more decimals than the unit. */
export function integerOf(text: string, decimals: number, { language }: BillDocument): number {
  const comma = ['fr', 'ru', 'es'].includes(language);
  const plain = text.replace(comma ? /[.\u00a0\u202f]/g : /,/g, '').replace('−', '-');
  const [whole = '', fraction = ''] = plain.split(comma ? ',' : '.');
  if (fraction.length > decimals) throw new Error(`${text} has more than ${decimals} decimals`);
  return Number(whole + fraction.padEnd(decimals, '0'));
}

/** The amounts with a currency, in the order of the file, in minor units. */
export function moneyOf(rows: readonly DrawnRow[], bill: BillDocument): number[] {
  return rows
    .flatMap(({ texts }) => texts)
    .filter(
      ({ text }) =>
        text.includes(`\u202f${bill.currency}`) || text.includes(`${bill.currency}\u202f`),
    )
    .map(({ text }) => integerOf(text.replace(bill.currency, '').replaceAll(/\s/g, ''), 2, bill));
}
