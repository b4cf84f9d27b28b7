/** Cells of a workbook, with the styles that the list of `xlsx-parts.ts` defines. */
import { describe, expect, it } from 'vitest';
import { amountStyle, type Column } from './table-writer.ts';
import { rowText, totalsText } from './xlsx-cells.ts';
import { workbookParts } from './xlsx-parts.ts';

const styles = workbookParts({ sheets: [], active: 0 }).find(
  ([name]) => name === 'xl/styles.xml',
)![1];
const BUILT_IN: Readonly<Record<string, string>> = { 0: 'General', 3: '#,##0', 4: '#,##0.00' };
const ownFormats = new Map(
  [...styles.matchAll(/<numFmt numFmtId="(\d+)" formatCode="([^"]+)"/g)].map(([, id, code]) => [
    id!,
    code!,
  ]),
);
const cellStyles = [...styles.matchAll(/<xf numFmtId="(\d+)" fontId="(\d)"[^>]*xfId="0"/g)].map(
  ([, format, font]) => ({
    format: ownFormats.get(format!) ?? BUILT_IN[format!],
    isBold: font === '1',
  }),
);

/** The number of a cell, and how it is displayed. */
function cellOf(xml: string) {
  const [, style = '0', value] = /<c(?: s="(\d+)")?><v>([^<]+)<\/v>/.exec(xml)!;
  return { value, ...cellStyles[Number(style)] };
}

const column = (numbers: Column['numbers']): Column => ({
  title: '',
  kind: 'number',
  ...(numbers === undefined ? {} : { numbers }),
});

describe('the numbers of a workbook', () => {
  it.each([
    ['energy', 1234.5, '#,##0.00#'],
    ['price', '0.1234', '#,##0.00##'],
    [amountStyle('CNY'), 12.3, '#,##0.00'],
    [amountStyle('GNF'), 1500, '#,##0'],
    [undefined, 230.1, 'General'],
  ] as const)('have the format of their kind: %s', (numbers, number, format) => {
    const columns = [column(numbers)];
    const plain = cellOf(rowText([number], columns, (ms) => ms));
    expect(plain).toEqual({ value: String(number), format, isBold: false });
    if (numbers === undefined) return;
    const sum = cellOf(totalsText({ cells: [number], isSum: true }, columns));
    expect(sum).toEqual({ value: String(number), format, isBold: true });
  });

  it('have no cell if they are unknown', () => {
    expect(rowText([null, Number.NaN], [column('energy'), column('energy')], (ms) => ms)).toBe(
      '<row><c/><c/></row>',
    );
  });
});
