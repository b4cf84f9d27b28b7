/** The nine tabs of the automatic protection screen, in the sequence of the specification (part 2, section 2). */
import type { ProtectionName } from '@busbar/domain/protection/definition';

export const PROTECTION_TABS = [
  'overVoltage',
  'lowVoltage',
  'overCurrent',
  'overLoad',
  'enableSwitch',
  'lostPhase',
  'interphaseImbalance',
  'timingConfig',
  'dryContact',
] as const satisfies readonly (ProtectionName | 'dryContact')[];

export type ProtectionTab = (typeof PROTECTION_TABS)[number];
