/**
 * Alarm types of a device (docs/specification/alarms.md 1.1 and 1.2). Leakage is defined in
 * docs/specification/alarms.md 1.3, which excludes it from the dashboard's list. The alarm code
 * decides which types are counted where.
 */
export const ALARM_TYPES = [
  'phaseUnbalance',
  'phaseLoss',
  'overLoad',
  'overCurrent',
  'underVoltage',
  'overVoltage',
  'overTemp',
  'powerOutage',
  'lampFault',
  'antiTamper',
  'energyLevel',
  'electricLeakage',
] as const;

export type AlarmType = (typeof ALARM_TYPES)[number];

/** These two types are warnings only. */
export const WARNING_ONLY: readonly AlarmType[] = ['antiTamper', 'energyLevel'];

export const ALARM_KINDS = ['alarm', 'warning'] as const;

export type AlarmKind = (typeof ALARM_KINDS)[number];

export const PHASES = ['A', 'B', 'C'] as const;

export type Phase = (typeof PHASES)[number];
