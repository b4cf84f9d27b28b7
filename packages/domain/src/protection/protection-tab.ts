/**
 * The nine tabs of the automatic protection screen, in the sequence of
 * docs/specification/protection.md 1.4: what a device keeps for itself, in its own sequence, and
 * the dry contact.
 */
import { PARAMETER_SETS, type ParameterSet } from './parameter-set.ts';

/** A gateway's line of slaves has a screen of its own. */
export type ProtectionTab = Exclude<ParameterSet, 'slaveControl'> | 'dryContact';

export const PROTECTION_TABS: readonly ProtectionTab[] = [
  ...PARAMETER_SETS.filter((set) => set !== 'slaveControl'),
  'dryContact',
];
