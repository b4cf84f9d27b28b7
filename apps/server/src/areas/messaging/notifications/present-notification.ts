/** Converts a notification to the format of the API and the real-time channel. */

import { wireNameOfAlarmType } from '@busbar/device-protocol/up/alarm-names';
import { alarmLabel } from '@busbar/domain/alarm/alarm-class';
import { ALARM_FACTS } from '@busbar/domain/alarm/alarm-facts';
import { alarmUnit } from '@busbar/domain/alarm/alarm-type';
import { pickSnakeCase } from '@busbar/domain/key-case';
import { detailParts } from '@busbar/domain/project/detail-parts';
import type { StoredNotification } from './notification-list.ts';

/** The fields of an alarm in a message about something else. */
const NO_ALARM = {
  alarm_type: '',
  type: '',
  unit: '',
  log_detail: '',
  detail_parts: [],
  facts: {},
  peak: null,
  ended_at: null,
  device_code: '',
  device_name: '',
  kind: '',
  phase: '',
  value: null,
  limit: null,
};

export function presentNotification({ id, what, at, readAt, alarmId, detail }: StoredNotification) {
  const message = { id, what, at, read: readAt !== null, alarm_id: alarmId };
  if ('report' in detail) {
    const report = pickSnakeCase(detail.report, 'taskId', 'type', 'start', 'end', 'failure');
    return { ...message, ...NO_ALARM, opened_at: at, report };
  }
  return {
    ...message,
    report: null,
    alarm_type: alarmLabel(detail.type, detail.detail),
    type: wireNameOfAlarmType(detail.type),
    unit: alarmUnit(detail.type),
    log_detail: detail.detail ?? '',
    detail_parts: detailParts(detail.type, detail.detail ?? ''),
    facts: pickSnakeCase(detail.facts ?? {}, ...ALARM_FACTS),
    peak: detail.peak ?? null,
    ended_at: detail.endedAt ?? null,
    ...pickSnakeCase(detail, 'deviceCode', 'deviceName', 'openedAt'),
    ...pickSnakeCase(detail, 'kind', 'phase', 'value', 'limit'),
  };
}
