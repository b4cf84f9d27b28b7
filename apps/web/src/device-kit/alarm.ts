/** An alarm as returned by the calls and the real-time channel, with helpers for the screens. */
import {
  type ActiveAlarmType,
  ALARM_TYPES,
  PLATFORM_ALARM_TYPES,
} from '@busbar/domain/alarm/alarm-type';
import type { Answer } from '../lib/calls/call-types.ts';

export type AlarmRow = Answer<'v2.alarms'>['data']['list']['alarm_list'][number];
export type AlarmCount = Answer<'v2.alarm-count'>['data'];

/** API name of earth leakage (docs/specification/alarms.md 1.3); other types use their own name. */
const LEAKAGE_NAME = 'electric_leakage';

/** All alarm types, in the order of the selection list. */
export const ALL_ALARM_TYPES: readonly ActiveAlarmType[] = [
  ...ALARM_TYPES,
  ...PLATFORM_ALARM_TYPES,
];

/** Returns the type for an API name, or undefined for a name from another version. */
export function alarmTypeOf(value: string): ActiveAlarmType | undefined {
  if (value === LEAKAGE_NAME) return 'electricLeakage';
  return ALL_ALARM_TYPES.find((type) => type === value);
}

/** Returns the API name of a type. */
export function alarmName(type: ActiveAlarmType): string {
  return type === 'electricLeakage' ? LEAKAGE_NAME : type;
}

/** Returns true if no alarm or warning started in the period and no earlier one is still active. */
export function isQuietPeriod({ count }: AlarmCount): boolean {
  return count.alarm_count + count.warning_count + count.active_count === 0;
}

export function isOpen({ ended_at }: Pick<AlarmRow, 'ended_at'>): boolean {
  return ended_at === null;
}

export function isSnoozed(row: Pick<AlarmRow, 'snoozed_until'>, now: number): boolean {
  return row.snoozed_until !== null && row.snoozed_until > now;
}
