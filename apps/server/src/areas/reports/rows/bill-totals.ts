/**
 * Totals of a bill report by settlement period, device and band, and the sum of each period, which
 * equals the bill on the screen: added up from its lines in minor units, by the functions of the
 * bill, never from the numbers of the file.
 */
import { type Amount, addAmounts, inCurrencyUnits, sumAmounts } from '@busbar/domain/tariff/amount';
import { TARIFF_BANDS } from '@busbar/domain/tariff/band';
import type { AdjustmentLine, DeviceLine } from '../../energy/billing/bill-queries.ts';
import type { BandAmounts } from '../../energy/queries/day-queries.ts';
import type { Translate } from '../../shared/i18n/translator.ts';
import {
  amountStyle,
  type Column,
  type Row,
  type Totals,
  type TotalsRow,
} from '../../shared/tables/table-writer.ts';
import { bandCells, bandColumns } from './energy-totals.ts';

interface Entries {
  readonly lines: DeviceLine[];
  readonly adjustments: AdjustmentLine[];
}

export interface BillTotals extends Totals {
  /** Begins a period; `head` are its first cells. */
  begin(head: Row): void;
  addLines(lines: readonly DeviceLine[]): void;
  addAdjustments(adjustments: readonly AdjustmentLine[]): void;
  /** Sets the total of a period without energy. */
  setEmptyTotal(emptyTotal: Amount): void;
}

export function billTotals(t: Translate, currency: string): BillTotals {
  const periods: { head: Row; devices: Map<string, Entries> }[] = [];
  let emptyTotal: Amount = 0;
  const money = (title: string): Column => ({
    title: `${title} (${currency})`,
    kind: 'number',
    numbers: amountStyle(currency),
  });
  const entriesOf = ({ deviceName, deviceCode }: DeviceLine | AdjustmentLine): Entries => {
    const { devices } = periods.at(-1)!;
    // The code of a deleted device may belong to another one since.
    const key = `${deviceCode} ${deviceName}`;
    const entries = devices.get(key) ?? { lines: [], adjustments: [] };
    devices.set(key, entries);
    return entries;
  };
  const cellsOf = ({ lines, adjustments }: Entries, ifEmpty: Amount): Row => {
    const sums = sumOfLines(lines, ifEmpty);
    const adjustment = adjustments.reduce((sum, { amount }) => sum + amount, 0);
    return [
      ...bandCells(sums),
      inCurrencyUnits(adjustment),
      inCurrencyUnits(addAmounts(sums.fee, adjustment)),
      sums.fee === null ? t('report-files:remark.no-tariff') : null,
    ];
  };
  return {
    title: t('report-files:title.totals'),
    columns: [
      { title: t('report-files:bill.start'), kind: 'day' },
      { title: t('report-files:bill.end'), kind: 'day' },
      { title: t('fees:period.state'), kind: 'text' },
      { title: t('report-files:column.device'), kind: 'text' },
      { title: t('report-files:column.code'), kind: 'text' },
      ...bandColumns(t, currency),
      money(t('fees:bill.adjustments')),
      money(t('fees:bill.to-pay')),
      { title: t('fees:column.marks'), kind: 'text' },
    ],
    begin: (head) => periods.push({ head, devices: new Map() }),
    addLines: (lines) => {
      for (const line of lines) entriesOf(line).lines.push(line);
    },
    addAdjustments: (adjustments) => {
      for (const line of adjustments) entriesOf(line).adjustments.push(line);
    },
    setEmptyTotal: (total) => {
      emptyTotal = total;
    },
    rows: () =>
      periods.flatMap(({ head, devices }): TotalsRow[] => {
        const all = [...devices.values()];
        const lines = all.flatMap((entries) => entries.lines);
        const adjustments = all.flatMap((entries) => entries.adjustments);
        const sum = cellsOf({ lines, adjustments }, emptyTotal);
        return [
          ...all.map((entries) => {
            const { deviceName, deviceCode } = (entries.lines[0] ?? entries.adjustments[0])!;
            return {
              cells: [...head, deviceName, deviceCode, ...cellsOf(entries, 0)],
              isSum: false,
            };
          }),
          { cells: [...head, t('fees:bill.sum'), null, ...sum], isSum: true },
        ];
      }),
  };
}

function sumOfLines(lines: readonly DeviceLine[], ifEmpty: Amount): BandAmounts {
  const wh = (of: readonly DeviceLine[]) => of.reduce((sum, { energyWh }) => sum + energyWh, 0);
  const amount = (of: readonly DeviceLine[]) =>
    sumAmounts(
      of.map((line) => line.amount),
      ifEmpty,
    );
  const bands = TARIFF_BANDS.map((band) => lines.filter((line) => line.band === band));
  return {
    energyWh: wh(lines),
    bandsWh: bands.map(wh) as unknown as BandAmounts['bandsWh'],
    fee: amount(lines),
    bandFees: bands.map(amount) as unknown as BandAmounts['bandFees'],
  };
}
