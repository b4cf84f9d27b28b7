/**
 * Alarm types on the wire: camelCase as in the domain, except earth leakage, which the
 * wire spells `electric_leakage` (docs/specification/alarms.md 1.3). Lists, messages, filters and
 * devices use the same names.
 */
import {
  type ActiveAlarmType,
  ALARM_TYPES,
  type AlarmType,
  PLATFORM_ALARM_TYPES,
} from '@busbar/domain/alarm/alarm-type';

const LEAKAGE = 'electric_leakage';

/** Returns a type's wire name; for a type stored by another version, the type itself. */
export function wireNameOfAlarmType(type: string): string {
  return type === 'electricLeakage' ? LEAKAGE : type;
}

/** Names of the types that a device can report. */
export const ALARM_WIRE_NAMES: readonly string[] = ALARM_TYPES.map(wireNameOfAlarmType);

const TYPE_OF_WIRE_NAME: ReadonlyMap<string, AlarmType> = new Map(
  ALARM_TYPES.map((type) => [wireNameOfAlarmType(type), type]),
);

/** Throws if the name is not in `ALARM_WIRE_NAMES`; the caller must check it first. */
export function alarmTypeOfWireName(name: string): AlarmType {
  const type = TYPE_OF_WIRE_NAME.get(name);
  if (type === undefined) throw new RangeError(`alarm type ${name}`);
  return type;
}

/** The type named by a filter or a setting, in either spelling, or undefined if there is none. */
export function parseAlarmTypeName(name: string): ActiveAlarmType | undefined {
  return [...ALARM_TYPES, ...PLATFORM_ALARM_TYPES].find(
    (type) => type === name || wireNameOfAlarmType(type) === name,
  );
}
