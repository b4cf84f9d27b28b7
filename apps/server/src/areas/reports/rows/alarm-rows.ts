/** The alarm report: the rows of the alarm list for the range, newest first. */
import { alarmUnit } from '@busbar/domain/alarm/alarm-type';
import { addDays, localDateOf, startOfLocalDate } from '@busbar/domain/local-date';
import { detailParts } from '@busbar/domain/project/detail-parts';
import { type AlarmPlace, type AlarmRow, listAlarms } from '../../alarms/alarm-queries.ts';
import { presentAlarm } from '../../alarms/present-alarm.ts';
import { alarmTypeName } from '../../messaging/notifications/render-message.ts';
import type { Translate } from '../../shared/i18n/translator.ts';
import type { Row } from '../../shared/tables/table-writer.ts';
import type { ReportJob, ReportTable } from './report-table.ts';

const PAGE = 1_000;

export function alarmTable(t: Translate): ReportTable {
  return {
    columns: [
      { title: t('alarms:column.time'), kind: 'time' },
      { title: t('alarms:column.device'), kind: 'text' },
      { title: t('alarms:column.code'), kind: 'text' },
      { title: t('alarms:column.type'), kind: 'text' },
      { title: t('alarms:column.kind'), kind: 'text' },
      { title: t('alarms:column.priority'), kind: 'number' },
      { title: t('alarms:drawer.phase'), kind: 'text' },
      { title: t('alarms:drawer.value'), kind: 'number' },
      { title: t('alarms:column.peak'), kind: 'number' },
      { title: t('alarms:drawer.limit'), kind: 'number' },
      { title: t('alarms:column.unit'), kind: 'text' },
      { title: t('alarms:column.count'), kind: 'number' },
      { title: t('alarms:column.ended'), kind: 'time' },
      { title: t('alarms:state.handled'), kind: 'text' },
      { title: t('alarms:column.handled-by'), kind: 'text' },
      { title: t('alarms:column.note'), kind: 'text' },
      { title: t('report-files:column.detail'), kind: 'text' },
    ],
    rows: alarmRows,
  };
}

async function* alarmRows(job: ReportJob): AsyncGenerator<readonly Row[]> {
  const { task, devices } = job;
  if (task.deviceIds === null) {
    yield* daysOf(job, undefined, (part) => job.reportProgress(part));
    return;
  }
  for (const [i, { deviceId }] of devices.entries()) {
    yield* daysOf(job, deviceId, (part) => job.reportProgress((i + part) / devices.length));
  }
}

/** Each page continues after the last alarm, so that a new one neither repeats nor hides others. */
async function* daysOf(
  { ctx, task, zone, t }: ReportJob,
  deviceId: number | undefined,
  reportProgress: (part: number) => void,
): AsyncGenerator<readonly Row[]> {
  const { customerId, groupId, from, to } = task;
  const first = localDateOf(from, zone);
  let end = to;
  for (let day = localDateOf(to - 1, zone); day >= first; day = addDays(day, -1)) {
    const begin = Math.max(from, startOfLocalDate(day, zone));
    for (let after: AlarmPlace | undefined; ; ) {
      const alarms = await listAlarms(
        ctx.database.db,
        { customerId, groupId },
        { from: begin, to: end, after, deviceId, simulated: false },
        { limit: PAGE, offset: 0, order: 'time' },
      );
      if (alarms.length > 0) yield alarms.map((alarm) => rowOf(alarm, t, zone));
      if (alarms.length < PAGE) break;
      after = alarms.at(-1);
    }
    end = begin;
    reportProgress((to - begin) / (to - from));
  }
}

function rowOf(alarm: AlarmRow, t: Translate, zone: string): Row {
  const shown = presentAlarm(alarm, zone);
  return [
    alarm.openedAt,
    alarm.deviceName,
    alarm.deviceCode,
    alarmTypeName(t, alarm.type, alarm.detail),
    t(`alarms:kind.${alarm.kind}`),
    alarm.priority,
    alarm.phase,
    alarm.lastValue,
    alarm.peakValue,
    alarm.limitValue,
    alarmUnit(alarm.type),
    alarm.count,
    alarm.endedAt,
    t(`report-files:${shown.handled ? 'yes' : 'no'}`),
    alarm.handledByName,
    alarm.handledNote,
    findingsText(t, alarm) || alarm.detail,
  ];
}

/** Findings of a lamp alarm; empty for other alarms. */
const findingsText = (t: Translate, { type, detail }: AlarmRow): string =>
  detailParts(type, detail)
    .map(({ word, value }) => t(`alarms:finding.${word}`, { count: value ?? 0 }))
    .join(t('alarms:finding-join'));
