/** All protections of the automatic protection screen, in the order of its tabs. */
import type { ProtectionDefinition, ProtectionName } from '../definition.ts';
import { ENABLE_SWITCH } from '../enable-switch.ts';
import { TIMING_CONFIG } from '../timing-config.ts';
import { INTERPHASE_IMBALANCE } from './interphase-imbalance.ts';
import { LOST_PHASE } from './lost-phase.ts';
import { LOW_VOLTAGE } from './low-voltage.ts';
import { OVER_CURRENT } from './over-current.ts';
import { OVER_LOAD } from './over-load.ts';
import { OVER_VOLTAGE } from './over-voltage.ts';

export const PROTECTIONS = [
  OVER_VOLTAGE,
  LOW_VOLTAGE,
  OVER_CURRENT,
  OVER_LOAD,
  ENABLE_SWITCH,
  LOST_PHASE,
  INTERPHASE_IMBALANCE,
  TIMING_CONFIG,
] as const;

export type ProtectionMessageType = (typeof PROTECTIONS)[number]['messageType'];

export function protectionOf(name: ProtectionName): ProtectionDefinition {
  return PROTECTIONS.find((definition) => definition.name === name)!;
}

/** True if the parameter set is one of these protections. */
export function isProtectionName(name: unknown): name is ProtectionName {
  return PROTECTIONS.some((definition) => definition.name === name);
}
