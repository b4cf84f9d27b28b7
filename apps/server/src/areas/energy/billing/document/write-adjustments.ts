/** The adjustments of earlier periods that a bill contains. */
import type { BillDocument } from '@busbar/domain/billing/bill-document';
import { yieldToEventLoop } from '../../../../yield-to-event-loop.ts';
import type { Translate } from '../../../shared/i18n/translator.ts';
import { CONTENT_WIDTH, type Sheet } from '../../../shared/pdf/pdf-sheet.ts';
import type { BillFormats } from './bill-formats.ts';
import { COLOURS, INKS } from './bill-style.ts';
import { createTable, type Row, type Table } from './bill-table.ts';

type BillAdjustment = BillDocument['adjustments'][number];

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
  const table = await adjustmentTable(sheet, bill, { energyWh, amount }, formats, t);
  const sum = table.rowOf([
    { text: t('fees:bill.sum'), ink: INKS.strong },
    undefined,
    undefined,
    undefined,
    { text: formats.energy(energyWh), ink: INKS.sum },
    { text: formats.amount(amount), ink: INKS.sum },
  ]);
  const rowOf = (one: BillAdjustment) =>
    table.rowOf([
      { text: one.deviceName, ink: INKS.text },
      { text: one.deviceCode, ink: INKS.code },
      { text: one.ofStart, ink: INKS.number },
      { text: t(`fees:bill.reason.${one.reason}`), ink: INKS.text },
      { text: formats.energy(one.energyWh), ink: INKS.number },
      { text: formats.amount(one.amount), ink: INKS.number },
    ]);
  const first = [...adjustments.slice(0, 3).map(rowOf), sum].slice(0, 3);
  writeTitle(sheet, table, first, t);
  for (const [at, adjustment] of adjustments.entries()) {
    const isLast = at === adjustments.length - 1;
    writeRow(sheet, table, rowOf(adjustment), {
      isFirst: at === 0,
      below: isLast ? sum.height : 0,
    });
    await yieldToEventLoop();
  }
  writeRow(sheet, table, sum, { isFirst: false, below: 0 });
  sheet.moveDown(8);
}

async function adjustmentTable(
  sheet: Sheet,
  { adjustments, currency }: BillDocument,
  sum: { readonly energyWh: number; readonly amount: number },
  formats: BillFormats,
  t: Translate,
): Promise<Table> {
  const all = [...adjustments, sum];
  await yieldToEventLoop();
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

/** The sum stays with the last adjustment, which must not leave another one alone. */
function writeTitle(sheet: Sheet, table: Table, first: readonly Row[], t: Translate): void {
  const start = first.reduce((height, row) => height + row.height, 0);
  if (sheet.free() < SECTION_HEIGHT + table.headingHeight + start) sheet.addPage();
  sheet.moveDown(6);
  const [title] = sheet.lines(t('bill-files:adjustments'), INKS.section, CONTENT_WIDTH);
  if (title) sheet.write(title, INKS.section, { start: 0, width: CONTENT_WIDTH }, 10);
  sheet.moveDown(SECTION_HEIGHT - 6);
  table.writeHeadings();
}

/** `below` is the height under the row that stays on its page. */
function writeRow(
  sheet: Sheet,
  table: Table,
  row: Row,
  { isFirst, below }: { readonly isFirst: boolean; readonly below: number },
): void {
  if (sheet.free() < row.height + below) {
    sheet.addPage();
    table.writeHeadings();
  }
  if (!isFirst) sheet.rule({ start: 0, width: CONTENT_WIDTH }, 1, COLOURS.rule);
  table.writeRow(row);
}
