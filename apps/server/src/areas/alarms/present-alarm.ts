/** Wire format of alarms (contract `v2/alarms/alarms.ts`). */
import { ALARM_COUNT_FIELDS, type AlarmCountField } from '@busbar/contract/alarm-count-fields';
import { wireNameOfAlarmType } from '@busbar/device-protocol/up/alarm-names';
import type { OpenAlarm } from '@busbar/domain/alarm/active-alarm';
import { alarmLabel } from '@busbar/domain/alarm/alarm-class';
import { ALARM_FACTS } from '@busbar/domain/alarm/alarm-facts';
import { alarmUnit } from '@busbar/domain/alarm/alarm-type';
import { formatLocal } from '@busbar/domain/calendar';
import { pickSnakeCase, snakeCaseKeys } from '@busbar/domain/key-case';
import { detailParts } from '@busbar/domain/project/detail-parts';
import type { TypeCount } from './alarm-count-queries.ts';
import type { AlarmRow } from './alarm-queries.ts';

/** Active alarms in the format of the ALARM message and of the device response. */
export function presentActiveAlarms(alarms: readonly OpenAlarm[]) {
  return alarms.map((alarm) => ({
    ...alarm,
    type: wireNameOfAlarmType(alarm.type),
    facts: pickSnakeCase(alarm.facts, ...ALARM_FACTS),
  }));
}

export function presentAlarm(alarm: AlarmRow, zone: string) {
  const {
    customerId,
    groupPath,
    day,
    deletedAt,
    lastValue,
    peakValue,
    limitValue,
    detail,
    facts,
    handledByName,
    snoozedByName,
    ...rest
  } = alarm;
  return {
    ...snakeCaseKeys(rest),
    alarm_type: alarmLabel(alarm.type, detail),
    alarm_time: formatLocal(alarm.openedAt, zone),
    handled: alarm.handledAt !== null,
    type: wireNameOfAlarmType(alarm.type),
    phase: alarm.phase === '' ? null : alarm.phase,
    value: lastValue,
    peak: peakValue,
    limit: limitValue,
    unit: alarmUnit(alarm.type),
    snoozed_by: snoozedByName,
    handled_by: handledByName,
    log_detail: detail,
    detail_parts: detailParts(alarm.type, detail),
    facts: pickSnakeCase(facts, ...ALARM_FACTS),
  };
}

export function presentCounts(types: readonly TypeCount[]): Record<AlarmCountField, number> {
  const of = (type: string) =>
    types.reduce((sum, one) => sum + (one.type === type ? one.alarms : 0), 0);
  return Object.fromEntries(
    Object.entries(ALARM_COUNT_FIELDS).map(([type, field]) => [field, of(type)]),
  ) as Record<AlarmCountField, number>;
}
