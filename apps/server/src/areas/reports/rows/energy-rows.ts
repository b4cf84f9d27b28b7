/** The energy report: each device and day with its bands and fees, as in the fee query. */

import { localDateOf } from '@busbar/domain/local-date';
import { type DeviceRow, readDeviceRows } from '../../energy/queries/device-row-queries.ts';
import { readEmptyTotal } from '../../fleet/rates/rate-version-queries.ts';
import type { Translate } from '../../shared/i18n/translator.ts';
import type { Row } from '../../shared/tables/table-writer.ts';
import { bandCells, bandColumns, type EnergyTotals, energyTotals } from './energy-totals.ts';
import type { ReportJob, ReportTable } from './report-table.ts';

/** More than the maximum number of days of a report. */
const MAX_DAYS = 400;

export function energyTable(t: Translate, currency: string): ReportTable {
  const totals = energyTotals(t, currency);
  return {
    totals,
    columns: [
      { title: t('fees:column.date'), kind: 'day' },
      { title: t('report-files:column.device'), kind: 'text' },
      { title: t('report-files:column.code'), kind: 'text' },
      ...bandColumns(t, currency),
      { title: t('fees:column.tariff'), kind: 'text' },
      { title: t('report-files:column.version'), kind: 'number' },
      { title: t('fees:column.marks'), kind: 'text' },
    ],
    rows: (job) => energyRows(job, totals),
  };
}

async function* energyRows(job: ReportJob, totals: EnergyTotals): AsyncGenerator<readonly Row[]> {
  const { ctx, task, devices, zone, t } = job;
  const { customerId, groupId } = task;
  const span = { from: localDateOf(task.from, zone), to: localDateOf(task.to, zone) };
  const page = { offset: 0, limit: MAX_DAYS, sort: 'date', descending: false } as const;
  totals.setEmptyTotal(await readEmptyTotal(ctx.database.db, customerId));
  for (const [i, { deviceId, name, code }] of devices.entries()) {
    const scope = { customerId, groupId, deviceId };
    const days = await readDeviceRows(ctx.database.db, scope, span, 'day', page);
    if (days.length > 0) {
      totals.add(name, code, days);
      yield days.map((day) => rowOf(day, t));
    }
    job.reportProgress((i + 1) / devices.length);
  }
}

function rowOf(day: DeviceRow, t: Translate): Row {
  const remarks = [
    ...(day.final ? [] : [t('report-files:remark.provisional')]),
    ...(day.estimated ? [t('report-files:remark.estimated')] : []),
    ...(day.fee === null ? [t('report-files:remark.no-tariff')] : []),
  ];
  return [
    day.date,
    day.deviceName,
    day.deviceCode,
    ...bandCells(day),
    day.rateName,
    day.rateVersion,
    remarks.join(', '),
  ];
}
