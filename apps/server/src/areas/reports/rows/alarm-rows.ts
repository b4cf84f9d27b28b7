/** The alarm report: the rows of the alarm list for the range, newest first. */
import { alarmUnit } from '@busbar/domain/alarm/alarm-type';
import { addDays, localDateOf, startOfLocalDate } from '@busbar/domain/local-date';
import { type AlarmRow, listAlarms } from '../../alarms/alarm-queries.ts';
import { presentAlarm } from '../../alarms/present-alarm.ts';
import { lampWords } from '../../messaging/notifications/project-mail-texts.ts';
import {
  knownLanguage,
  textsOf as messageTextsOf,
  typeName,
} from '../../messaging/notifications/render-message.ts';
import type { Row } from '../../shared/tables/table-writer.ts';
import type { ReportTexts } from '../tasks/report-texts.ts';
import type { ReportJob, ReportTable } from './report-table.ts';

const PAGE = 1_000;

export function alarmTable({ column }: ReportTexts): ReportTable {
  return {
    columns: [
      { title: column.time, kind: 'time' },
      { title: column.device, kind: 'text' },
      { title: column.code, kind: 'text' },
      { title: column.type, kind: 'text' },
      { title: column.kind, kind: 'text' },
      { title: column.priority, kind: 'number' },
      { title: column.phase, kind: 'text' },
      { title: column.value, kind: 'number' },
      { title: column.peak, kind: 'number' },
      { title: column.limit, kind: 'number' },
      { title: column.unit, kind: 'text' },
      { title: column.count, kind: 'number' },
      { title: column.ended, kind: 'time' },
      { title: column.handled, kind: 'text' },
      { title: column.handledBy, kind: 'text' },
      { title: column.note, kind: 'text' },
      { title: column.detail, kind: 'text' },
    ],
    rows: alarmRows,
  };
}

async function* alarmRows(job: ReportJob): AsyncGenerator<readonly Row[]> {
  const { task, devices } = job;
  if (task.deviceIds === null) {
    yield* daysOf(job, undefined, (part) => job.tell(part));
    return;
  }
  for (const [i, { deviceId }] of devices.entries()) {
    yield* daysOf(job, deviceId, (part) => job.tell((i + part) / devices.length));
  }
}

/** Reads day by day, so that paging restarts each day and no alarm is skipped. */
async function* daysOf(
  { ctx, task, zone, texts }: ReportJob,
  deviceId: number | undefined,
  tell: (part: number) => void,
): AsyncGenerator<readonly Row[]> {
  const { customerId, groupId, from, to } = task;
  const first = localDateOf(from, zone);
  let end = to;
  for (let day = localDateOf(to - 1, zone); day >= first; day = addDays(day, -1)) {
    const begin = Math.max(from, startOfLocalDate(day, zone));
    for (let offset = 0; ; offset += PAGE) {
      const alarms = await listAlarms(
        ctx.database.db,
        { customerId, groupId },
        { from: begin, to: end, deviceId },
        { limit: PAGE, offset, order: 'time' },
      );
      if (alarms.length > 0) yield alarms.map((alarm) => rowOf(alarm, texts, task.language, zone));
      if (alarms.length < PAGE) break;
    }
    end = begin;
    tell((to - begin) / (to - from));
  }
}

function rowOf(alarm: AlarmRow, { column }: ReportTexts, language: string, zone: string): Row {
  const shown = presentAlarm(alarm, zone);
  return [
    alarm.openedAt,
    alarm.deviceName,
    alarm.deviceCode,
    typeName(messageTextsOf(language), alarm.type, alarm.detail),
    column[alarm.kind],
    alarm.priority,
    alarm.phase,
    alarm.lastValue,
    alarm.peakValue,
    alarm.limitValue,
    alarmUnit(alarm.type),
    alarm.count,
    alarm.endedAt,
    shown.handled ? column.yes : column.no,
    alarm.handledByName,
    alarm.handledNote,
    lampWords(alarm.type, alarm.detail, knownLanguage(language)) || alarm.detail,
  ];
}
