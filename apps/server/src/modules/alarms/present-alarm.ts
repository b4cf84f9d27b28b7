/** Alarms on the wire (contract `v2/alarms.ts`). */
import { wireNameOfAlarmType } from '@busbar/device-protocol/alarm-names';
import { alarmLabel } from '@busbar/domain/alarm/alarm-label';
import { ALARM_TYPES, type AlarmType } from '@busbar/domain/alarm/alarm-type';
import {
  ALARM_UNITS,
  PLATFORM_ALARM_TYPES,
  type StandingAlarmType,
} from '@busbar/domain/alarm/standing-alarm';
import { formatLocal } from '@busbar/domain/calendar';
import type { TypeCount } from './alarm-count-repository.ts';
import type { AlarmRow } from './alarm-repository.ts';
import { LEFT_OUT } from './alarm-sums.ts';

const KNOWN_TYPES: readonly StandingAlarmType[] = [...ALARM_TYPES, ...PLATFORM_ALARM_TYPES];

const wireNames = new Map<string, StandingAlarmType>(
  KNOWN_TYPES.map((type) => [wordOf(type), type]),
);

function wordOf(type: string): string {
  return wireNameOfAlarmType(type as AlarmType);
}

/** Undefined for a word no type has. */
export function typeOfWord(word: string): StandingAlarmType | undefined {
  return wireNames.get(word);
}

export function presentAlarm(alarm: AlarmRow, zone: string) {
  return {
    id: alarm.id,
    device_code: alarm.deviceCode,
    device_name: alarm.deviceName,
    alarm_type: alarmLabel(alarm.type),
    alarm_time: formatLocal(alarm.openedAt, zone),
    handled: alarm.handledAt !== null,
    device_id: alarm.deviceId,
    group_id: alarm.groupId,
    type: wordOf(alarm.type),
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
  };
}

/** The counted field of each type; the names of the first seven are the specification's. */
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
  [LEFT_OUT]: 'count_leakage',
} as const satisfies Record<StandingAlarmType, string>;

type CountField = (typeof COUNT_FIELDS)[StandingAlarmType];

export function presentCounts(types: readonly TypeCount[]): Record<CountField, number> {
  const of = (type: string) =>
    types.reduce((sum, one) => sum + (one.type === type ? one.alarms : 0), 0);
  return Object.fromEntries(
    Object.entries(COUNT_FIELDS).map(([type, field]) => [field, of(type)]),
  ) as Record<CountField, number>;
}
