/** Converts a notification to the format of the API and the real-time channel. */

import { wireNameOfAlarmType } from '@busbar/device-protocol/up/alarm-names';
import { alarmLabel } from '@busbar/domain/alarm/alarm-class';
import { ALARM_FACTS } from '@busbar/domain/alarm/alarm-facts';
import { alarmUnit } from '@busbar/domain/alarm/alarm-type';
import { pickSnakeCase } from '@busbar/domain/key-case';
import { detailParts } from '@busbar/domain/project/detail-parts';
import type { StoredNotification } from './notification-list.ts';

export function presentNotification({ id, what, at, readAt, alarmId, detail }: StoredNotification) {
  return {
    id,
    what,
    at,
    read: readAt !== null,
    alarm_id: alarmId,
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
