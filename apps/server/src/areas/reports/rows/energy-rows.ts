/** The energy report: each device and day with its bands and fees, as in the fee query. */

import { localDateOf } from '@busbar/domain/local-date';
import { inCurrencyUnits } from '@busbar/domain/tariff/amount';
import { TARIFF_BANDS } from '@busbar/domain/tariff/band';
import { type DeviceRow, readDeviceRows } from '../../energy/queries/device-row-queries.ts';
import type { Row } from '../../shared/tables/table-writer.ts';
import type { ReportTexts } from '../tasks/report-texts.ts';
import type { ReportJob, ReportTable } from './report-table.ts';

/** More than the maximum number of days of a report. */
const MOST_DAYS = 400;

export function energyTable({ column, band }: ReportTexts, currency: string): ReportTable {
  return {
    columns: [
      { title: column.date, kind: 'day' },
      { title: column.device, kind: 'text' },
      { title: column.code, kind: 'text' },
      { title: `${column.energy} (kWh)`, kind: 'number' },
      ...TARIFF_BANDS.map((name) => ({
        title: `${column.energy}, ${band[name]} (kWh)`,
        kind: 'number' as const,
      })),
      { title: `${column.fee} (${currency})`, kind: 'number' },
      ...TARIFF_BANDS.map((name) => ({
        title: `${column.fee}, ${band[name]} (${currency})`,
        kind: 'number' as const,
      })),
      { title: column.tariff, kind: 'text' },
      { title: column.version, kind: 'number' },
      { title: column.remarks, kind: 'text' },
    ],
    rows: energyRows,
  };
}

async function* energyRows(job: ReportJob): AsyncGenerator<readonly Row[]> {
  const { ctx, task, devices, zone, texts } = job;
  const { customerId, groupId } = task;
  const span = { from: localDateOf(task.from, zone), to: localDateOf(task.to, zone) };
  const page = { offset: 0, limit: MOST_DAYS, sort: 'date', descending: false } as const;
  for (const [i, { deviceId }] of devices.entries()) {
    const scope = { customerId, groupId, deviceId };
    const days = await readDeviceRows(ctx.database.db, scope, span, 'day', page);
    if (days.length > 0) yield days.map((day) => rowOf(day, texts));
    job.tell((i + 1) / devices.length);
  }
}

function rowOf(day: DeviceRow, { column }: ReportTexts): Row {
  const remarks = [
    ...(day.final ? [] : [column.provisional]),
    ...(day.estimated ? [column.estimated] : []),
    ...(day.fee === null ? [column.noTariff] : []),
  ];
  return [
    day.date,
    day.deviceName,
    day.deviceCode,
    day.energyWh / 1000,
    ...day.bandsWh.map((wh) => wh / 1000),
    inCurrencyUnits(day.fee),
    ...day.bandFees.map(inCurrencyUnits),
    day.rateName,
    day.rateVersion,
    remarks.join(', '),
  ];
}
