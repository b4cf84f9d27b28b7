/** Generates one report from its task. */
import { formatLocal } from '@busbar/domain/calendar';
import { addDays, localDateOf } from '@busbar/domain/local-date';
import { countsWholeDays, MAX_REPORT_DAYS } from '@busbar/domain/report/report-kind';
import { translatorFor } from '../shared/i18n/translator.ts';
import type { ReportSink } from '../shared/tables/report-files.ts';
import { sizeOf } from '../shared/tables/table-writer.ts';
import { csvWriter } from '../shared/tables/write-csv.ts';
import { xlsxWriter } from '../shared/tables/write-xlsx.ts';
import { readThinnedBefore } from '../telemetry/readings/thinning-queries.ts';
import { alarmTable } from './rows/alarm-rows.ts';
import { billTable } from './rows/bill-rows.ts';
import { energyTable } from './rows/energy-rows.ts';
import { parameterTable } from './rows/parameter-rows.ts';
import type { ReportJob, ReportTable } from './rows/report-table.ts';
import type { ReportTask } from './tasks/report-queries.ts';

/** Writes the report and returns the number of rows; throws the signal's reason if aborted. */
export async function makeReport(
  job: ReportJob,
  sink: ReportSink,
  signal: AbortSignal,
): Promise<number> {
  const { task, t, zone } = job;
  const { columns, rows, totals } = tableOf(job);
  const heading = {
    title: t(`report-files:title.${task.type}`),
    facts: await factsOf(job),
    columns,
    zone,
    rightToLeft: task.language === 'ar',
    isCut: isCut(task),
    factsName: t('report-files:fact.about'),
    totals,
  };
  const writer = await (task.format === 'csv' ? csvWriter : xlsxWriter)(sink, heading);
  let count = 0;
  for await (const piece of rows(job)) {
    signal.throwIfAborted();
    await writer.rows(piece);
    count += sizeOf(piece);
  }
  signal.throwIfAborted();
  await writer.end();
  return count;
}

function tableOf({ task, t, currency }: ReportJob): ReportTable {
  switch (task.type) {
    case 'alarm':
      return alarmTable(t);
    case 'energy':
      return energyTable(t, currency);
    case 'bill':
      return billTable(t, currency);
    case 'parameter':
      return parameterTable(t);
  }
}

/** Returns true if the report starts later than requested because the oldest days were cut off. */
export function isCut({ from, requestedFrom }: ReportTask): boolean {
  return from > requestedFrom;
}

/** Returns a note for a report that was cut, otherwise an empty string. */
export function cutNote(task: ReportTask, zone: string): string {
  if (!isCut(task)) return '';
  return translatorFor(task.language)('report-files:note.cut', {
    count: MAX_REPORT_DAYS[task.type],
    start: formatLocal(task.requestedFrom, zone),
    end: formatLocal(task.requestedTo, zone),
  });
}

/** Returns a note if some readings are stored as quarter hours, otherwise an empty string. */
async function thinnedNote({ ctx, task, t, zone }: ReportJob): Promise<string> {
  if (task.type !== 'parameter') return '';
  const edge = await readThinnedBefore(ctx.database.db, 'measurement');
  if (edge === undefined || task.from >= edge) return '';
  return t('report-files:note.thinned', { before: formatLocal(edge, zone) });
}

async function factsOf(job: ReportJob): Promise<[string, string][]> {
  const { ctx, task, t, zone, currency, devices } = job;
  const hasMoney = countsWholeDays(task.type);
  const range = hasMoney
    ? `${localDateOf(task.from, zone)} – ${addDays(localDateOf(task.to, zone), -1)}`
    : `${formatLocal(task.from, zone)} – ${formatLocal(task.to, zone)}`;
  const notes = [
    cutNote(task, zone),
    task.type === 'bill' ? t('report-files:note.whole-periods') : '',
    await thinnedNote(job),
  ];
  return [
    [t('report-files:fact.range'), range],
    ...notes
      .filter((note) => note !== '')
      .map((note): [string, string] => [t('alarms:column.note'), note]),
    [t('report-files:fact.zone'), zone],
    ...(hasMoney ? [[t('report-files:fact.currency'), currency] as [string, string]] : []),
    [
      t('report-files:fact.devices'),
      task.deviceIds === null ? t('report-files:fact.all-devices') : String(devices.length),
    ],
    [t('report-files:fact.made'), formatLocal(ctx.clock.now(), zone)],
  ];
}
