/** The devices of a bill, each with its lines and their sum. */
import type { BillDocument, BillDocumentDevice } from '@busbar/domain/billing/bill-document';
import { yieldToEventLoop } from '../../../../yield-to-event-loop.ts';
import type { Translate } from '../../../shared/i18n/translator.ts';
import { CONTENT_HEIGHT, CONTENT_WIDTH, type Sheet } from '../../../shared/pdf/pdf-sheet.ts';
import type { BillFormats } from './bill-formats.ts';
import { COLOURS, INKS } from './bill-style.ts';
import { createTable, type Row, type Table } from './bill-table.ts';

const NAME_HEIGHT = 17;
const GAP_BELOW = 9;
const WHOLE = { start: 0, width: CONTENT_WIDTH };
const NAME = { start: 6, width: CONTENT_WIDTH - 12 };
/** A device up to this height is not divided between two pages. */
const UNDIVIDED = CONTENT_HEIGHT / 4;

export async function writeDevices(
  sheet: Sheet,
  bill: BillDocument,
  formats: BillFormats,
  t: Translate,
): Promise<void> {
  const table = await deviceTable(sheet, bill, formats, t);
  const first = bill.devices[0];
  if (first === undefined) return;
  const rows = rowsOf(first, table, formats, t);
  if (sheet.free() < table.headingHeight + startHeight(rows)) sheet.addPage();
  table.writeHeadings();
  for (const device of bill.devices) {
    await writeDevice(sheet, table, device, rowsOf(device, table, formats, t), t);
    await yieldToEventLoop();
  }
}

async function deviceTable(
  sheet: Sheet,
  { devices, currency }: BillDocument,
  formats: BillFormats,
  t: Translate,
): Promise<Table> {
  const lines = devices.flatMap((device) => device.lines);
  const sums = [...lines, ...devices];
  await yieldToEventLoop();
  return createTable(sheet, [
    { title: t('fees:column.tariff'), share: 3, maxLines: 2 },
    {
      title: t('report-files:column.version'),
      numbers: lines.map(({ rateVersion }) => String(rateVersion)),
      share: 0,
    },
    { title: t('fees:column.band'), share: 2, maxLines: 2 },
    {
      title: `${t('fees:energy')} (${formats.energyUnit})`,
      numbers: sums.map(({ energyWh }) => formats.energy(energyWh)),
      share: 0,
    },
    {
      title: `${t('fees:bill.price')} (${currency})`,
      numbers: lines.map(({ price }) => (price === null ? '' : formats.price(price))),
      share: 0,
    },
    {
      title: `${t('fees:bill.amount')} (${currency})`,
      numbers: sums.map(({ amount }) => (amount === null ? '' : formats.amount(amount))),
      share: 0,
    },
  ]);
}

/** The lines of the device and, as the last row, their sum. */
function rowsOf(
  device: BillDocumentDevice,
  table: Table,
  formats: BillFormats,
  t: Translate,
): readonly Row[] {
  const lines = device.lines.map((line) =>
    table.rowOf([
      { text: line.rateName, ink: INKS.text },
      { text: String(line.rateVersion), ink: INKS.number },
      { text: t(`fees:band.${line.band}`), ink: INKS.text },
      { text: formats.energy(line.energyWh), ink: INKS.number },
      line.price === null ? undefined : { text: formats.price(line.price), ink: INKS.number },
      line.amount === null ? undefined : { text: formats.amount(line.amount), ink: INKS.number },
    ]),
  );
  const { energyWh, amount } = device;
  const sum = table.rowOf([
    { text: t('fees:bill.sum'), ink: INKS.strong },
    undefined,
    undefined,
    { text: formats.energy(energyWh), ink: INKS.sum },
    undefined,
    amount === null ? undefined : { text: formats.amount(amount), ink: INKS.sum },
  ]);
  return [...lines, sum];
}

const heightOf = (rows: readonly Row[]): number =>
  rows.reduce((sum, { height }) => sum + height, 0);

/** The part that must not be divided: the name with two rows, or a small device as a whole. */
function startHeight(rows: readonly Row[]): number {
  const whole = NAME_HEIGHT + heightOf(rows) + GAP_BELOW;
  return whole <= UNDIVIDED ? whole : NAME_HEIGHT + heightOf(rows.slice(0, 2));
}

async function writeDevice(
  sheet: Sheet,
  table: Table,
  device: BillDocumentDevice,
  rows: readonly Row[],
  t: Translate,
): Promise<void> {
  const nextPage = () => {
    sheet.addPage();
    table.writeHeadings();
  };
  if (sheet.free() < startHeight(rows)) nextPage();
  writeName(sheet, device, undefined);
  for (const [at, row] of rows.entries()) {
    // The sum stays with the last line.
    const isLastLine = at === rows.length - 2;
    const needed = row.height + (isLastLine ? rows.at(-1)!.height : 0);
    if (sheet.free() < needed) {
      nextPage();
      writeName(sheet, device, t('bill-files:continued'));
      await yieldToEventLoop();
    }
    if (at === rows.length - 1) {
      const { span } = table.columns[3]!;
      sheet.rule({ start: span.start, width: CONTENT_WIDTH - span.start }, 1, COLOURS.rule);
    }
    table.writeRow(row);
  }
  sheet.moveDown(GAP_BELOW);
}

function writeName(
  sheet: Sheet,
  { name, code }: BillDocumentDevice,
  remark: string | undefined,
): void {
  sheet.fill(WHOLE, 0, NAME_HEIGHT - 2, COLOURS.band);
  const baseline = 11;
  const [codeLine] = sheet.lines(code, INKS.code, NAME.width / 2);
  if (codeLine) sheet.write(codeLine, INKS.code, NAME, baseline, 'end');
  let free = NAME.width - (codeLine?.width ?? 0) - 16;
  const [remarkLine] = remark === undefined ? [] : sheet.lines(remark, INKS.muted, free / 2);
  if (remarkLine) free -= remarkLine.width + 6;
  const [nameLine] = sheet.lines(name, INKS.strong, free);
  if (nameLine) sheet.write(nameLine, INKS.strong, NAME, baseline);
  if (remarkLine) {
    const start = NAME.start + (nameLine?.width ?? 0) + 6;
    sheet.write(remarkLine, INKS.muted, { start, width: remarkLine.width }, baseline);
  }
  sheet.moveDown(NAME_HEIGHT);
}
