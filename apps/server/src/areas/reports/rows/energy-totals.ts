/**
 * Totals of an energy report by device and band, and their sum. They are added up from whole Wh and
 * minor units as in the fee query and the bill, never from the numbers of the file.
 */
import { type Amount, inCurrencyUnits } from '@busbar/domain/tariff/amount';
import { TARIFF_BANDS } from '@busbar/domain/tariff/band';
import { type BandAmounts, sumOfBands } from '../../energy/queries/day-queries.ts';
import type { Translate } from '../../shared/i18n/translator.ts';
import {
  amountStyle,
  type Cell,
  type Column,
  type NumberStyle,
  type Totals,
  type TotalsRow,
} from '../../shared/tables/table-writer.ts';

/** Energy and fee, each in all and by band. */
export function bandColumns(t: Translate, currency: string): Column[] {
  const [energy, fee] = [t('fees:energy'), t('fees:fee')];
  const column = (title: string, unit: string, numbers: NumberStyle): Column => ({
    title: `${title} (${unit})`,
    kind: 'number',
    numbers,
  });
  const bands = TARIFF_BANDS.map((band) => t(`report-files:band.${band}`));
  return [
    column(energy, 'kWh', 'energy'),
    ...bands.map((band) => column(`${energy}, ${band}`, 'kWh', 'energy')),
    column(fee, currency, amountStyle(currency)),
    ...bands.map((band) => column(`${fee}, ${band}`, currency, amountStyle(currency))),
  ];
}

/** Cells of `bandColumns`. */
export function bandCells({ energyWh, bandsWh, fee, bandFees }: BandAmounts): Cell[] {
  return [
    energyWh / 1000,
    ...bandsWh.map((wh) => wh / 1000),
    inCurrencyUnits(fee),
    ...bandFees.map(inCurrencyUnits),
  ];
}

export interface EnergyTotals extends Totals {
  /** Adds a device with its days. */
  add(name: string, code: string, days: readonly BandAmounts[]): void;
  /** Sets the total of a report without energy. */
  setEmptyTotal(emptyTotal: Amount): void;
}

export function energyTotals(t: Translate, currency: string): EnergyTotals {
  const devices: { name: string; code: string; sums: BandAmounts }[] = [];
  let emptyTotal: Amount = 0;
  const noTariff = (sums: BandAmounts) =>
    sums.fee === null ? t('report-files:remark.no-tariff') : null;
  return {
    title: t('report-files:title.totals'),
    columns: [
      { title: t('report-files:column.device'), kind: 'text' },
      { title: t('report-files:column.code'), kind: 'text' },
      ...bandColumns(t, currency),
      { title: t('fees:column.marks'), kind: 'text' },
    ],
    add: (name, code, days) => devices.push({ name, code, sums: sumOfBands(days) }),
    setEmptyTotal: (total) => {
      emptyTotal = total;
    },
    rows() {
      const all = sumOfBands(
        devices.map(({ sums }) => sums),
        emptyTotal,
      );
      const rows = devices.map(
        ({ name, code, sums }): TotalsRow => ({
          cells: [name, code, ...bandCells(sums), noTariff(sums)],
          isSum: false,
        }),
      );
      const cells = [t('fees:bill.sum'), null, ...bandCells(all), noTariff(all)];
      return [...rows, { cells, isSum: true }];
    },
  };
}
