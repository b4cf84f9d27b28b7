/** The parameter sets of a device that can be read and written (device protocol, "Down"). */
export const PARAMETER_SETS = [
  'overVoltage',
  'lowVoltage',
  'overCurrent',
  'overLoad',
  'enableSwitch',
  'lostPhase',
  'interphaseImbalance',
  'timingConfig',
  'slaveControl',
] as const;

export type ParameterSet = (typeof PARAMETER_SETS)[number];
