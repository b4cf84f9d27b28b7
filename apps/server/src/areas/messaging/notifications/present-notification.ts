/** Converts a notification to the format of the API and the real-time channel. */
import { wireNameOfAlarmType } from '@busbar/device-protocol/up/alarm-names';
import { alarmLabel } from '@busbar/domain/alarm/alarm-class';
import { alarmUnit } from '@busbar/domain/alarm/alarm-type';
import { detailParts } from '@busbar/domain/project/detail-parts';
import type { StoredNotification } from './notification-list.ts';

export function presentNotification({ id, what, at, readAt, alarmId, detail }: StoredNotification) {
  return {
    id,
    what,
    at,
    read: readAt !== null,
    alarm_id: alarmId,
    device_code: detail.deviceCode,
    device_name: detail.deviceName,
    alarm_type: alarmLabel(detail.type, detail.detail),
    type: wireNameOfAlarmType(detail.type),
    kind: detail.kind,
    phase: detail.phase,
    value: detail.value,
    limit: detail.limit,
    unit: alarmUnit(detail.type),
    log_detail: detail.detail ?? '',
    detail_parts: detailParts(detail.type, detail.detail ?? ''),
    opened_at: detail.openedAt,
  };
}
