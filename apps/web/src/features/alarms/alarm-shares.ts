/** Alarm counts by type for the pie chart and the table. */

import type { StandingAlarmType } from '@busbar/domain/alarm/standing-alarm';
import { percentShares } from '@busbar/domain/percent-shares';
import type { AlarmCount } from '../../device-kit/alarm.ts';

type Counts = AlarmCount['count'];

/**
 * The seven types of docs/specification/dashboard.md 6.3 are always in the table, the others only
 * if they occur.
 */
const COUNTED: readonly (readonly [StandingAlarmType, keyof Counts, 'always'?])[] = [
  ['phaseUnbalance', 'count_unbalanced', 'always'],
  ['phaseLoss', 'count_lack_phase', 'always'],
  ['overLoad', 'count_over_power', 'always'],
  ['overCurrent', 'count_over_cur', 'always'],
  ['underVoltage', 'count_under_vol', 'always'],
  ['overVoltage', 'count_over_vol', 'always'],
  ['powerOutage', 'count_lost_power', 'always'],
  ['electricLeakage', 'count_leakage'],
  ['overTemp', 'count_over_temp'],
  ['lampFault', 'count_lamp_fault'],
  ['antiTamper', 'count_anti_tamper'],
  ['energyLevel', 'count_energy_level'],
  ['clockError', 'count_clock_error'],
  ['commandUnknown', 'count_command_unknown'],
  ['controlPaused', 'count_control_paused'],
  ['deviceOffline', 'count_offline'],
  ['impossibleEnergy', 'count_impossible_energy'],
  ['clonedCredentials', 'count_cloned_credentials'],
  ['dryContact1', 'count_dry_contact_1'],
  ['dryContact2', 'count_dry_contact_2'],
];

export interface TypeShare {
  readonly type: StandingAlarmType;
  readonly count: number;
  /**
   * Percentage of all counted alarms with one decimal. The total is 100, or 0 if there are none.
   */
  readonly percent: number;
}

/** The most frequent first, equal ones in the order of docs/specification/dashboard.md 6.3. */
export function typeShares(counts: Counts): TypeShare[] {
  const rows = COUNTED.filter(([, key, always]) => always !== undefined || counts[key] > 0);
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
