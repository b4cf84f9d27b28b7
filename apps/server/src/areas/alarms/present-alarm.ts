/** Wire format of alarms (contract `v2/alarms/alarms.ts`). */
import { ALARM_COUNT_FIELDS, type AlarmCountField } from '@busbar/contract/alarm-count-fields';
import { wireNameOfAlarmType } from '@busbar/device-protocol/up/alarm-names';
import type { StandingAlarm } from '@busbar/domain/alarm/active-alarm';
import { alarmLabel } from '@busbar/domain/alarm/alarm-class';
import { alarmUnit } from '@busbar/domain/alarm/alarm-type';
import { formatLocal } from '@busbar/domain/calendar';
import { detailParts } from '@busbar/domain/project/detail-parts';
import type { TypeCount } from './alarm-count-queries.ts';
import type { AlarmRow } from './alarm-queries.ts';

/** Active alarms in the format of the ALARM message and of the device response. */
export function presentActiveAlarms(alarms: readonly StandingAlarm[]): StandingAlarm[] {
  return alarms.map((alarm) => ({ ...alarm, type: wireNameOfAlarmType(alarm.type) }));
}

export function presentAlarm(alarm: AlarmRow, zone: string) {
  return {
    id: alarm.id,
    device_code: alarm.deviceCode,
    device_name: alarm.deviceName,
    alarm_type: alarmLabel(alarm.type, alarm.detail),
    alarm_time: formatLocal(alarm.openedAt, zone),
    handled: alarm.handledAt !== null,
    device_id: alarm.deviceId,
    group_id: alarm.groupId,
    type: wireNameOfAlarmType(alarm.type),
    kind: alarm.kind,
    priority: alarm.priority,
    phase: alarm.phase === '' ? null : alarm.phase,
    source: alarm.source,
    count: alarm.count,
    opened_at: alarm.openedAt,
    last_at: alarm.lastAt,
    ended_at: alarm.endedAt,
    end_reason: alarm.endReason,
    value: alarm.lastValue,
    first_value: alarm.firstValue,
    peak: alarm.peakValue,
    limit: alarm.limitValue,
    unit: alarmUnit(alarm.type),
    late: alarm.late,
    quiet: alarm.quiet,
    snoozed_until: alarm.snoozedUntil,
    snoozed_by: alarm.snoozedByName,
    handled_at: alarm.handledAt,
    handled_by: alarm.handledByName,
    handled_note: alarm.handledNote,
    log_detail: alarm.detail,
    detail_parts: detailParts(alarm.type, alarm.detail),
  };
}

export function presentCounts(types: readonly TypeCount[]): Record<AlarmCountField, number> {
  const of = (type: string) =>
    types.reduce((sum, one) => sum + (one.type === type ? one.alarms : 0), 0);
  return Object.fromEntries(
    Object.entries(ALARM_COUNT_FIELDS).map(([type, field]) => [field, of(type)]),
  ) as Record<AlarmCountField, number>;
}
