/**
 * The nine tabs of the automatic protection screen, in the order of
 * docs/specification/protection.md 1.4: the parameter sets of a device, and the dry contact.
 */
import { PARAMETER_SETS, type ParameterSet } from './parameter-set.ts';

/** Slave control of a gateway has its own screen. */
export type ProtectionTab = Exclude<ParameterSet, 'slaveControl'> | 'dryContact';

export const PROTECTION_TABS: readonly ProtectionTab[] = [
  ...PARAMETER_SETS.filter((set) => set !== 'slaveControl'),
  'dryContact',
];
