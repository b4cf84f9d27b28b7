/**
 * Alarm types on the wire. They are spelled as in the field, but for leakage,
 * which the specification writes `electric_leakage`.
 */
import { ALARM_TYPES, type AlarmType } from '@busbar/domain/alarm/alarm-type';

const LEAKAGE = 'electric_leakage';

export function wireNameOfAlarmType(type: AlarmType): string {
  return type === 'electricLeakage' ? LEAKAGE : type;
}

export const ALARM_WIRE_NAMES: readonly string[] = ALARM_TYPES.map(wireNameOfAlarmType);

const TYPE_OF_WIRE_NAME: ReadonlyMap<string, AlarmType> = new Map(
  ALARM_TYPES.map((type) => [wireNameOfAlarmType(type), type]),
);

/** Throws on a word that is not of `ALARM_WIRE_NAMES`, which the caller has checked. */
export function alarmTypeOfWireName(name: string): AlarmType {
  const type = TYPE_OF_WIRE_NAME.get(name);
  if (type === undefined) throw new RangeError(`alarm type ${name}`);
  return type;
}
