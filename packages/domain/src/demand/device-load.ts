/**
 * The load behind a simulated device, told from its code, so that the live
 * device and the history written for it agree: both ask here. A load stays
 * well below what its breaker is rated for.
 */
import { type LampLoad, ratedLampsKw } from './lamp-load.ts';
import type { LoadProfile } from './load-profile.ts';
import { LOAD_KINDS } from './load-shape.ts';
import { unitNoise } from './seeded-noise.ts';

export interface DeviceLoadQuestion {
  /** Of the device, or of the slave. */
  readonly code: string;
  readonly phases: 1 | 3;
  readonly ratedCurrentA: number;
  readonly zone: string;
  /** When its meter began to count; history and live device must name the same. */
  readonly countsFrom: number;
  /** Street lamps are behind it. */
  readonly lamps?: LampLoad | undefined;
}

/** Slaves are single-phase breakers behind the gateway's line. */
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

/** FNV-1a, 32 bits: near codes give far seeds. */
export function seedOfText(text: string): number {
  let bits = 0x811c9dc5;
  for (let place = 0; place < text.length; place++) {
    bits = Math.imul(bits ^ text.charCodeAt(place), 0x01000193);
  }
  return bits >>> 0;
}
