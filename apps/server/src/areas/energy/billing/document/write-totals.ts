/** The totals of a bill, which stay on one page, and how its amounts were rounded. */
import type { BillDocument } from '@busbar/domain/billing/bill-document';
import { sumAmounts } from '@busbar/domain/tariff/amount';
import { currencyDecimals } from '@busbar/domain/tariff/currency';
import type { Translate } from '../../../shared/i18n/translator.ts';
import { CONTENT_WIDTH, type Ink, type Sheet } from '../../../shared/pdf/pdf-sheet.ts';
import type { BillFormats } from './bill-formats.ts';
import { COLOURS, INKS, leading } from './bill-style.ts';

const WIDTH = 270;
const ROW = 16;
const TOTAL = 28;
const RATE_GAP = 3;
const BOX = { start: CONTENT_WIDTH - WIDTH, width: WIDTH };
const INNER = { start: BOX.start + 6, width: WIDTH - 12 };
const NOTES = { start: 0, width: CONTENT_WIDTH };

export function writeTotals(
  sheet: Sheet,
  bill: BillDocument,
  formats: BillFormats,
  t: Translate,
): void {
  const rows = rowsOf(bill, formats, t);
  const notes = notesOf(bill, t).flatMap((text) =>
    sheet.lines(text, INKS.heading, CONTENT_WIDTH, 3),
  );
  const height = 8 + rows.length * ROW + TOTAL * 2 + notes.length * leading(INKS.heading);
  if (sheet.free() < height) sheet.addPage();
  sheet.rule({ start: 0, width: CONTENT_WIDTH }, 0, COLOURS.strong, 0.8);
  sheet.moveDown(6);
  for (const [label, value, rate] of rows) {
    writePair(sheet, label, value, INKS.text, INKS.number, 10, rate);
    sheet.moveDown(ROW);
  }
  sheet.fill(BOX, 0, TOTAL - 2, COLOURS.band);
  const [total] = sheet.lines(formats.money(bill.total), INKS.total, INNER.width);
  writePair(sheet, t('fees:bill.to-pay'), total?.text ?? '', INKS.totalLabel, INKS.total, 17);
  sheet.moveDown(TOTAL + 14);
  for (const line of notes) {
    sheet.write(line, INKS.heading, NOTES, INKS.heading.size);
    sheet.moveDown(leading(INKS.heading));
  }
}

function rowsOf(
  bill: BillDocument,
  formats: BillFormats,
  t: Translate,
): readonly (readonly [label: string, value: string, rate?: string])[] {
  const { devices, adjustments, subtotal, tax } = bill;
  const ofDevices = sumAmounts(devices.map(({ amount }) => amount));
  const ofAdjustments = adjustments.reduce((sum, { amount }) => sum + amount, 0);
  return [
    ...(adjustments.length === 0 || ofDevices === null
      ? []
      : ([
          [t('bill-files:devices'), formats.money(ofDevices)],
          [t('fees:bill.adjustments'), formats.money(ofAdjustments)],
        ] as const)),
    ...(adjustments.length === 0 && tax === null
      ? []
      : ([[t('bill-files:subtotal'), formats.money(subtotal)]] as const)),
    ...(tax === null
      ? []
      : ([[tax.name, formats.money(tax.amount), formats.taxRate(tax)]] as const)),
  ];
}

function notesOf({ currency, tax }: BillDocument, t: Translate): string[] {
  const isWhole = currencyDecimals(currency) === 0;
  const lines = isWhole ? t('bill-files:rounding.whole') : t('bill-files:rounding.hundredths');
  return tax === null ? [lines] : [lines, t('bill-files:rounding.tax')];
}

/** The rate after the label is never cut. */
function writePair(
  sheet: Sheet,
  label: string,
  value: string,
  labelInk: Ink,
  valueInk: Ink,
  below: number,
  rate?: string,
): void {
  const [number] = sheet.lines(value, valueInk, INNER.width);
  if (number) sheet.write(number, valueInk, INNER, below, 'end');
  let free = INNER.width - (number?.width ?? 0) - 12;
  const [rateLine] = rate === undefined ? [] : sheet.lines(rate, valueInk, free);
  if (rateLine) free -= rateLine.width + RATE_GAP;
  const [name] = sheet.lines(label, labelInk, free);
  if (name) sheet.write(name, labelInk, INNER, below);
  if (rateLine) {
    const start = INNER.start + (name ? name.width + RATE_GAP : 0);
    sheet.write(rateLine, valueInk, { start, width: rateLine.width }, below);
  }
}
