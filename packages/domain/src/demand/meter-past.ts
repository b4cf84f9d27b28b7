/**
 * Events in the past of a meter, so that a written history resembles field data: counters that were
 * reset to zero, and a meter that was replaced after counting for longer. The load is not affected;
 * only the counters differ.
 */
import type { EnergyRegisters } from '../device/measurement.ts';
import { energySince } from './load-energy.ts';
import { centsOf, type LoadProfile, type RegisterCents, registersFrom } from './load-profile.ts';

export interface MeterPast {
  readonly kind: 'zeroed' | 'replaced';
  readonly at: number;
}

export const NO_SHIFT: RegisterCents = { active: [0, 0, 0, 0], reactive: [0, 0, 0, 0] };

/** Additional count, in each band, of the meter that was replaced. */
const OLDER: RegisterCents = {
  active: [412_345, 523_456, 634_567, 745_678],
  reactive: [123_456, 134_567, 145_678, 156_789],
};

/** Difference between the counters and the energy used by the load, at an instant. */
export function shiftAt(
  profile: LoadProfile,
  past: MeterPast | undefined,
  ms: number,
): RegisterCents {
  if (past?.kind === 'replaced' && ms < past.at) return OLDER;
  if (past?.kind !== 'zeroed' || ms < past.at) return NO_SHIFT;
  return shiftTo(NO_SHIFT, centsOf(profile, energySince(profile, past.at)));
}

/** Returns the shift with which counters at `counted` show the values `shown`. */
export function shiftTo(shown: RegisterCents, counted: RegisterCents): RegisterCents {
  const less = (of: keyof RegisterCents) =>
    shown[of].map((cents, band) => cents - (counted[of][band] ?? 0));
  return { active: less('active'), reactive: less('reactive') };
}

/** Adds the shift; counters never go below zero. */
export function shifted(cents: RegisterCents, shift: RegisterCents): RegisterCents {
  const add = (of: keyof RegisterCents) =>
    cents[of].map((value, band) => Math.max(0, value + (shift[of][band] ?? 0)));
  return { active: add('active'), reactive: add('reactive') };
}

/** The registers of a breaker that was always closed. */
export function registersOfPast(
  profile: LoadProfile,
  past: MeterPast | undefined,
  ms: number,
): EnergyRegisters {
  const cents = centsOf(profile, energySince(profile, ms));
  return registersFrom(shifted(cents, shiftAt(profile, past, ms)));
}
