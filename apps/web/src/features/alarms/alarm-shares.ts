/** Alarm counts by type for the pie chart and the table. */

import { ALARM_COUNT_FIELDS } from '@busbar/contract/alarm-count-fields';
import type { ActiveAlarmType } from '@busbar/domain/alarm/alarm-type';
import { percentShares } from '@busbar/domain/percent-shares';
import type { AlarmCount } from '../../device-kit/alarm.ts';

type Counts = AlarmCount['count'];

/** Types always listed (docs/specification/dashboard.md 6.3); others only if they occur. */
const ALWAYS: readonly string[] = [
  'phaseUnbalance',
  'phaseLoss',
  'overLoad',
  'overCurrent',
  'underVoltage',
  'overVoltage',
  'powerOutage',
] satisfies ActiveAlarmType[];

const COUNTED = Object.entries(ALARM_COUNT_FIELDS) as [ActiveAlarmType, keyof Counts][];

export interface TypeShare {
  readonly type: ActiveAlarmType;
  readonly count: number;
  /** Percentage of all counted alarms, one decimal. The total is 100, or 0 if there are none. */
  readonly percent: number;
}

/** Sorted by descending count; equal counts in the order of docs/specification/dashboard.md 6.3. */
export function typeShares(counts: Counts): TypeShare[] {
  const rows = COUNTED.filter(([type, key]) => ALWAYS.includes(type) || counts[key] > 0);
  const percents = percentShares(
    rows.map(([, key]) => counts[key]),
    1,
  );
  return rows
    .map(([type, key], i) => ({
      type,
      count: counts[key],
      percent: percents[i]!,
    }))
    .sort((a, b) => b.count - a.count);
}
