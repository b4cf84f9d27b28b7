/**
 * The count field of each alarm type: `count_` and the type in snake_case, except for the fields
 * with names of their own. This file does not import the schema library, because the web client
 * imports it.
 */
import { type ActiveAlarmType, ALARMS } from '@busbar/domain/alarm/alarm-type';
import { type SnakeCase, snakeCase } from '@busbar/domain/key-case';

/** docs/specification/alarms.md 4.4 defines all of these but `count_over_vol` and `count_offline`. */
const NAMED_FIELDS = {
  phaseUnbalance: 'count_unbalanced',
  phaseLoss: 'count_lack_phase',
  overLoad: 'count_over_power',
  overCurrent: 'count_over_cur',
  underVoltage: 'count_under_vol',
  overVoltage: 'count_over_vol',
  powerOutage: 'count_lost_power',
  electricLeakage: 'count_leakage',
  deviceOffline: 'count_offline',
} as const satisfies Partial<Record<ActiveAlarmType, string>>;

type Named = typeof NAMED_FIELDS;
type CountFields = {
  readonly [T in ActiveAlarmType]: T extends keyof Named ? Named[T] : `count_${SnakeCase<T>}`;
};

/** Begins with the types in the order of docs/specification/dashboard.md 6.3. */
export const ALARM_COUNT_FIELDS = {
  ...NAMED_FIELDS,
  ...Object.fromEntries(Object.keys(ALARMS).map((type) => [type, `count_${snakeCase(type)}`])),
  ...NAMED_FIELDS,
} as CountFields;

export type AlarmCountField = CountFields[ActiveAlarmType];
