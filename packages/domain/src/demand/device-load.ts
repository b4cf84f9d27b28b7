/**
 * The load behind a simulated device, derived from its code. The live device and the history
 * written for it both use this file, so that they agree. A load is well below the rating of its
 * breaker.
 */
import { type LampLoad, ratedLampsKw } from './lamp-load.ts';
import type { LoadProfile } from './load-profile.ts';
import { LOAD_KINDS } from './load-shape.ts';
import { unitNoise } from './seeded-noise.ts';

export interface DeviceLoadQuestion {
  /** Code of the device or of the slave. */
  readonly code: string;
  readonly phases: 1 | 3;
  readonly ratedCurrentA: number;
  readonly zone: string;
  /** Time when the meter began to count; must be the same for the history and the live device. */
  readonly countsFrom: number;
  /** Present if the device supplies street lamps. */
  readonly lamps?: LampLoad | undefined;
}

/** Slaves are single-phase breakers on the line of the gateway. */
export const SLAVE_RATED_CURRENT_A = 32;

const PHASE_VOLTAGE_V = 230;

/** A branch of a telecom tower, 0.5 to 3 kW. */
const TOWER_BRANCH = /-U[1-4]$/;

export function loadOfDevice(question: DeviceLoadQuestion): LoadProfile {
  const { code, phases, ratedCurrentA, zone, countsFrom, lamps } = question;
  const seed = seedOfText(code);
  if (lamps !== undefined) {
    const peakKw = ratedLampsKw(lamps);
    return { seed, kind: 'street', phases, peakKw, zone, countsFrom, lamps };
  }
  if (TOWER_BRANCH.test(code)) {
    const peakKw = Math.round(100 * (0.8 + 2.2 * unitNoise(seed, 40, 1))) / 100;
    return { seed, kind: 'telecom', phases, peakKw, zone, countsFrom };
  }
  const ratedKw = (phases * PHASE_VOLTAGE_V * ratedCurrentA) / 1000;
  const kind = LOAD_KINDS[Math.floor(unitNoise(seed, 40, 0) * LOAD_KINDS.length)] ?? 'home';
  const peakKw = Math.round(100 * ratedKw * (0.3 + 0.35 * unitNoise(seed, 40, 1))) / 100;
  return { seed, kind, phases, peakKw, zone, countsFrom };
}

/** FNV-1a, 32 bits: similar codes give very different seeds. */
export function seedOfText(text: string): number {
  let bits = 0x811c9dc5;
  for (let place = 0; place < text.length; place++) {
    bits = Math.imul(bits ^ text.charCodeAt(place), 0x01000193);
  }
  return bits >>> 0;
}
