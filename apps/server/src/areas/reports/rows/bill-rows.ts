/**
 * The bill report: for every settlement period that overlaps the range, the complete lines of its
 * bill, since a bill cannot be split, and its adjustments. The values match the printed bill.
 */

import { localDateOf } from '@busbar/domain/local-date';
import { inCurrencyUnits } from '@busbar/domain/tariff/amount';
import {
  type AdjustmentLine,
  type BilledPeriod,
  type DeviceLine,
  readAdjustments,
  readLines,
} from '../../energy/billing/bill-queries.ts';
import {
  type KnownPeriod,
  lastDayOf,
  readKnownPeriods,
  wholeCustomer,
} from '../../energy/billing/settlement-service.ts';
import type { EnergyScope } from '../../energy/queries/energy-scope-queries.ts';
import { readEmptyTotal } from '../../fleet/rates/rate-version-queries.ts';
import type { Translate } from '../../shared/i18n/translator.ts';
import { amountStyle, type Row } from '../../shared/tables/table-writer.ts';
import { type BillTotals, billTotals } from './bill-totals.ts';
import type { ReportJob, ReportTable } from './report-table.ts';

const PIECE = 2_000;
const ALL = 2 ** 31 - 1;

export function billTable(t: Translate, currency: string): ReportTable {
  const totals = billTotals(t, currency);
  return {
    totals,
    columns: [
      { title: t('report-files:bill.start'), kind: 'day' },
      { title: t('report-files:bill.end'), kind: 'day' },
      { title: t('fees:period.state'), kind: 'text' },
      { title: t('report-files:bill.entry'), kind: 'text' },
      { title: t('report-files:column.device'), kind: 'text' },
      { title: t('report-files:column.code'), kind: 'text' },
      { title: t('fees:column.tariff'), kind: 'text' },
      { title: t('report-files:column.version'), kind: 'number' },
      { title: t('report-files:bill.band'), kind: 'text' },
      { title: `${t('fees:bill.price')} (${currency})`, kind: 'number', numbers: 'price' },
      { title: `${t('fees:energy')} (kWh)`, kind: 'number', numbers: 'energy' },
      {
        title: `${t('fees:bill.amount')} (${currency})`,
        kind: 'number',
        numbers: amountStyle(currency),
      },
      { title: t('fees:bill.of-period'), kind: 'text' },
      { title: t('fees:column.marks'), kind: 'text' },
    ],
    rows: (job) => billRows(job, totals),
  };
}

async function* billRows(job: ReportJob, totals: BillTotals): AsyncGenerator<readonly Row[]> {
  const { ctx, task, devices, zone, t } = job;
  const { customerId, groupId } = task;
  const { db } = ctx.database;
  const { periods } = await readKnownPeriods(
    db,
    await wholeCustomer(db, customerId),
    ctx.clock.now(),
  );
  const [first, after] = [localDateOf(task.from, zone), localDateOf(task.to, zone)];
  const touched = periods.filter(({ start, end }) => start < after && end > first);
  const scopes: EnergyScope[] =
    task.deviceIds === null
      ? [{ customerId, groupId }]
      : devices.map(({ deviceId }) => ({ customerId, groupId, deviceId }));
  totals.setEmptyTotal(await readEmptyTotal(db, customerId));
  for (const [i, period] of touched.entries()) {
    totals.begin(headOf(period, t));
    for (const [k, scope] of scopes.entries()) {
      yield* rowsOfPeriod(job, totals, scope, period, periods);
      job.reportProgress((i + (k + 1) / scopes.length) / touched.length);
    }
  }
}

async function* rowsOfPeriod(
  { ctx, t }: ReportJob,
  totals: BillTotals,
  scope: EnergyScope,
  period: KnownPeriod,
  periods: readonly KnownPeriod[],
): AsyncGenerator<readonly Row[]> {
  const { db } = ctx.database;
  const billed: BilledPeriod = { ...period, isClosed: period.state === 'closed' };
  // One statement: between two pages a device could get another name, and with it another place.
  const lines = await readLines(db, scope, billed, { offset: 0, limit: ALL });
  totals.addLines(lines);
  for (let i = 0; i < lines.length; i += PIECE) {
    yield lines.slice(i, i + PIECE).map((line) => rowOfLine(line, period, t));
  }
  const adjustments = await readAdjustments(db, scope, period.start);
  totals.addAdjustments(adjustments);
  if (adjustments.length > 0) {
    yield adjustments.map((line) => {
      const of = periods.find(({ start }) => start === line.ofStart);
      return rowOfAdjustment(line, period, of, t);
    });
  }
}

function headOf(period: KnownPeriod, t: Translate): Row {
  return [period.start, lastDayOf(period), t(`fees:period.${period.state}`)];
}

function rowOfLine(line: DeviceLine, period: KnownPeriod, t: Translate): Row {
  return [
    ...headOf(period, t),
    t('report-files:bill.line'),
    line.deviceName,
    line.deviceCode,
    line.rateName,
    line.rateVersion,
    t(`report-files:band.${line.band}`),
    line.price,
    line.energyWh / 1000,
    inCurrencyUnits(line.amount),
    null,
    line.amount === null ? t('report-files:remark.no-tariff') : null,
  ];
}

function rowOfAdjustment(
  line: AdjustmentLine,
  period: KnownPeriod,
  of: KnownPeriod | undefined,
  t: Translate,
): Row {
  return [
    ...headOf(period, t),
    t('report-files:bill.adjustment'),
    line.deviceName,
    line.deviceCode,
    null,
    null,
    null,
    null,
    line.energyWh / 1000,
    line.amount / 100,
    of === undefined ? line.ofStart : `${of.start} – ${lastDayOf(of)}`,
    t(`fees:bill.reason.${line.reason}`),
  ];
}
