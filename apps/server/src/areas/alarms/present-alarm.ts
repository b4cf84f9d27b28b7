/** Wire format of alarms (contract `v2/alarms.ts`). */
import { wireNameOfAlarmType } from '@busbar/device-protocol/alarm-names';
import { alarmLabel } from '@busbar/domain/alarm/alarm-label';
import {
  ALARM_UNITS,
  type StandingAlarm,
  type StandingAlarmType,
} from '@busbar/domain/alarm/standing-alarm';
import { formatLocal } from '@busbar/domain/calendar';
import { detailParts } from '@busbar/domain/project/detail-parts';
import type { TypeCount } from './alarm-count-repository.ts';
import type { AlarmRow } from './alarm-repository.ts';

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
    unit: ALARM_UNITS[alarm.type as StandingAlarmType] ?? '',
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

/**
 * Count field of each type; docs/specification/alarms.md 4.4 defines those of the first seven
 * except overVoltage.
 */
const COUNT_FIELDS = {
  phaseUnbalance: 'count_unbalanced',
  phaseLoss: 'count_lack_phase',
  overLoad: 'count_over_power',
  overCurrent: 'count_over_cur',
  underVoltage: 'count_under_vol',
  overVoltage: 'count_over_vol',
  powerOutage: 'count_lost_power',
  overTemp: 'count_over_temp',
  lampFault: 'count_lamp_fault',
  antiTamper: 'count_anti_tamper',
  energyLevel: 'count_energy_level',
  clockError: 'count_clock_error',
  commandUnknown: 'count_command_unknown',
  controlPaused: 'count_control_paused',
  deviceOffline: 'count_offline',
  impossibleEnergy: 'count_impossible_energy',
  clonedCredentials: 'count_cloned_credentials',
  dryContact1: 'count_dry_contact_1',
  dryContact2: 'count_dry_contact_2',
  electricLeakage: 'count_leakage',
} as const satisfies Record<StandingAlarmType, string>;

type CountField = (typeof COUNT_FIELDS)[StandingAlarmType];

export function presentCounts(types: readonly TypeCount[]): Record<CountField, number> {
  const of = (type: string) =>
    types.reduce((sum, one) => sum + (one.type === type ? one.alarms : 0), 0);
  return Object.fromEntries(
    Object.entries(COUNT_FIELDS).map(([type, field]) => [field, of(type)]),
  ) as Record<CountField, number>;
}
