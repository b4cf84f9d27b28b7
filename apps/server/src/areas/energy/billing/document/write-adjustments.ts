/** The adjustments of earlier periods that a bill contains. */
import type { BillDocument } from '@busbar/domain/billing/bill-document';
import { yieldToEventLoop } from '../../../../yield-to-event-loop.ts';
import type { Translate } from '../../../shared/i18n/translator.ts';
import { CONTENT_WIDTH, type Sheet } from '../../../shared/pdf/pdf-sheet.ts';
import type { BillFormats } from './bill-formats.ts';
import { COLOURS, INKS } from './bill-style.ts';
import { createTable, type Row, type Table } from './bill-table.ts';

const SECTION_HEIGHT = 22;

export async function writeAdjustments(
  sheet: Sheet,
  bill: BillDocument,
  formats: BillFormats,
  t: Translate,
): Promise<void> {
  const { adjustments } = bill;
  if (adjustments.length === 0) return;
  const energyWh = adjustments.reduce((sum, one) => sum + one.energyWh, 0);
  const amount = adjustments.reduce((sum, one) => sum + one.amount, 0);
  const table = adjustmentTable(sheet, bill, { energyWh, amount }, formats, t);
  const sum = table.rowOf([
    { text: t('fees:bill.sum'), ink: INKS.strong },
    undefined,
    undefined,
    undefined,
    { text: formats.energy(energyWh), ink: INKS.sum },
    { text: formats.amount(amount), ink: INKS.sum },
  ]);
  const rows = adjustments.map((one) =>
    table.rowOf([
      { text: one.deviceName, ink: INKS.text },
      { text: one.deviceCode, ink: INKS.code },
      { text: one.ofStart, ink: INKS.number },
      { text: t(`fees:bill.reason.${one.reason}`), ink: INKS.text },
      { text: formats.energy(one.energyWh), ink: INKS.number },
      { text: formats.amount(one.amount), ink: INKS.number },
    ]),
  );
  await writeRows(sheet, table, [...rows, sum], t);
}

function adjustmentTable(
  sheet: Sheet,
  { adjustments, currency }: BillDocument,
  sum: { readonly energyWh: number; readonly amount: number },
  formats: BillFormats,
  t: Translate,
): Table {
  const all = [...adjustments, sum];
  return createTable(sheet, [
    { title: t('fees:column.device'), share: 4, maxLines: 3 },
    { title: t('fees:column.code'), share: 3, maxLines: 2 },
    { title: t('bill-files:period-start'), share: 2, maxLines: 1 },
    { title: t('fees:bill.reason-label'), share: 3, maxLines: 3 },
    {
      title: `${t('fees:energy')} (${formats.energyUnit})`,
      numbers: all.map(({ energyWh }) => formats.energy(energyWh)),
      share: 0,
    },
    {
      title: `${t('fees:bill.amount')} (${currency})`,
      numbers: all.map(({ amount }) => formats.amount(amount)),
      share: 0,
    },
  ]);
}

async function writeRows(
  sheet: Sheet,
  table: Table,
  rows: readonly Row[],
  t: Translate,
): Promise<void> {
  // The sum stays with the last adjustment, which must not leave another one alone.
  const start = rows.slice(0, 3).reduce((sum, { height }) => sum + height, 0);
  if (sheet.free() < SECTION_HEIGHT + table.headingHeight + start) sheet.addPage();
  sheet.moveDown(6);
  const [title] = sheet.lines(t('bill-files:adjustments'), INKS.section, CONTENT_WIDTH);
  if (title) sheet.write(title, INKS.section, { start: 0, width: CONTENT_WIDTH }, 10);
  sheet.moveDown(SECTION_HEIGHT - 6);
  table.writeHeadings();
  for (const [at, row] of rows.entries()) {
    const isBeforeSum = at === rows.length - 2;
    if (sheet.free() < row.height + (isBeforeSum ? rows.at(-1)!.height : 0)) {
      sheet.addPage();
      table.writeHeadings();
    }
    if (at > 0) sheet.rule({ start: 0, width: CONTENT_WIDTH }, 1, COLOURS.rule);
    table.writeRow(row);
    await yieldToEventLoop();
  }
  sheet.moveDown(8);
}
