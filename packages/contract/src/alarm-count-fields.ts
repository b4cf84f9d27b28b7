/**
 * The count field of each alarm type. docs/specification/alarms.md 4.4 defines those of the first
 * seven except overVoltage. This file does not import the schema library, because the web client
 * imports it.
 */
import type { ActiveAlarmType } from '@busbar/domain/alarm/alarm-type';

export const ALARM_COUNT_FIELDS = {
  phaseUnbalance: 'count_unbalanced',
  phaseLoss: 'count_lack_phase',
  overLoad: 'count_over_power',
  overCurrent: 'count_over_cur',
  underVoltage: 'count_under_vol',
  overVoltage: 'count_over_vol',
  powerOutage: 'count_lost_power',
  electricLeakage: 'count_leakage',
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
} as const satisfies Record<ActiveAlarmType, string>;

export type AlarmCountField = (typeof ALARM_COUNT_FIELDS)[ActiveAlarmType];
