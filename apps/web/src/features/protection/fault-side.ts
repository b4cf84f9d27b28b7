import type { FaultSide } from './pictures.ts';

/** Returns `over` if a set's limits are exceeded upwards, `under` if downwards. */
export const sideOf = (set: string): FaultSide =>
  set === 'lowVoltage' || set === 'lostPhase' ? 'under' : 'over';
