/** The report of electrical parameters: every reading of every device, newest first. */
import {
  MEASUREMENT_FIELDS,
  MEASUREMENT_ORDER,
  type MeasurementField,
} from '@busbar/domain/device/measurement';
import { measurementColumnOf } from '../../fleet/readings/reading-fields.ts';
import type { Translate } from '../../shared/i18n/translator.ts';
import type { ReadingRows } from '../../shared/tables/table-writer.ts';
import type { HistorySpan } from '../../telemetry/readings/history-span.ts';
import { readThinnedBefore } from '../../telemetry/readings/thinning-queries.ts';
import { readLines } from './reading-line-queries.ts';
import type { ReportDevice } from './report-device-queries.ts';
import type { ReportJob, ReportTable } from './report-table.ts';

/** About 60 KB, which the driver reads from the socket at once. */
const PIECE_ROWS = 250;
const COLUMNS = MEASUREMENT_ORDER.map(measurementColumnOf);

export function parameterTable(t: Translate): ReportTable {
  return {
    columns: [
      { title: t('data:column.time'), kind: 'time' },
      { title: t('report-files:column.device'), kind: 'text' },
      { title: t('report-files:column.code'), kind: 'text' },
      ...MEASUREMENT_ORDER.map((field) => ({
        title: titleOf(field, t),
        kind: 'number' as const,
      })),
    ],
    rows: parameterRows,
  };
}

function titleOf(field: MeasurementField, t: Translate): string {
  const { unit } = MEASUREMENT_FIELDS[field];
  const shownUnit = unit === 'degC' ? '°C' : unit;
  return `${t(`data:field.${field}`)}${shownUnit === '' ? '' : ` (${shownUnit})`}`;
}

async function* parameterRows(job: ReportJob): AsyncGenerator<ReadingRows> {
  const { devices } = job;
  const thinnedBefore = await readThinnedBefore(job.ctx.database.db, 'measurement');
  for (const [i, device] of devices.entries()) {
    yield* readingsOf(job, device, thinnedBefore, (part) =>
      job.reportProgress((i + part) / devices.length),
    );
  }
}

/** Requests each piece while the previous one is being written. */
async function* readingsOf(
  { ctx, task }: ReportJob,
  { deviceId, name, code }: ReportDevice,
  thinnedBefore: number | undefined,
  reportProgress: (part: number) => void,
): AsyncGenerator<ReadingRows> {
  const { customerId, from, to } = task;
  const span: HistorySpan = {
    customerId,
    deviceId,
    table: 'measurement',
    from,
    to,
    thinnedBefore,
  };
  const read = (until: number) =>
    ctx.database.readStale((db) => readLines(db, { ...span, to: until }, COLUMNS, PIECE_ROWS));
  let next = read(to);
  for (;;) {
    const { times, numbers } = await next;
    const isLast = times.length < PIECE_ROWS;
    if (!isLast) {
      next = read(times.at(-1)!);
      // The error is thrown in the next iteration; without this handler an abandoned report would
      // crash the process.
      next.catch(() => undefined);
    }
    if (times.length > 0) yield { texts: [name, code], times, numbers };
    reportProgress(isLast ? 1 : (to - times.at(-1)!) / (to - from));
    if (isLast) return;
  }
}
