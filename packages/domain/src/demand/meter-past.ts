/**
 * What happened to a meter before today, so that a written history has what the field has: counters
 * that fell to zero, and a meter that took the place of one that had counted longer. The load is the
 * same all the while; only what the counters show differs.
 */
import type { EnergyRegisters } from '../device/measurement.ts';
import { energySince } from './load-energy.ts';
import { centsOf, type LoadProfile, type RegisterCents, registersFrom } from './load-profile.ts';

export interface MeterPast {
  readonly kind: 'zeroed' | 'replaced';
  readonly at: number;
}

export const NO_SHIFT: RegisterCents = { active: [0, 0, 0, 0], reactive: [0, 0, 0, 0] };

/** The meter that was replaced had counted this much more in each band. */
const OLDER: RegisterCents = {
  active: [412_345, 523_456, 634_567, 745_678],
  reactive: [123_456, 134_567, 145_678, 156_789],
};

/** What the counters show at an instant beyond what the load has used. */
export function shiftAt(
  profile: LoadProfile,
  past: MeterPast | undefined,
  ms: number,
): RegisterCents {
  if (past?.kind === 'replaced' && ms < past.at) return OLDER;
  if (past?.kind !== 'zeroed' || ms < past.at) return NO_SHIFT;
  return shiftTo(NO_SHIFT, centsOf(profile, energySince(profile, past.at)));
}

/** The shift with which counters that have counted this much show that. */
export function shiftTo(shown: RegisterCents, counted: RegisterCents): RegisterCents {
  const less = (of: keyof RegisterCents) =>
    shown[of].map((cents, band) => cents - (counted[of][band] ?? 0));
  return { active: less('active'), reactive: less('reactive') };
}

/** Counters never show less than nothing. */
export function shifted(cents: RegisterCents, shift: RegisterCents): RegisterCents {
  const add = (of: keyof RegisterCents) =>
    cents[of].map((value, band) => Math.max(0, value + (shift[of][band] ?? 0)));
  return { active: add('active'), reactive: add('reactive') };
}

/** What a breaker that was always closed shows. */
export function registersOfPast(
  profile: LoadProfile,
  past: MeterPast | undefined,
  ms: number,
): EnergyRegisters {
  const cents = centsOf(profile, energySince(profile, ms));
  return registersFrom(shifted(cents, shiftAt(profile, past, ms)));
}
