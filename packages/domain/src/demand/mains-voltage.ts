/** Voltage of the mains of a street under load, with slow variation and flicker. */
import { smoothNoise } from './seeded-noise.ts';

const NOMINAL_V = 230;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const STREAM = { slow: 20, fast: 23 } as const;

/**
 * Phase to neutral, within 218 to 236 V: slow variation, flicker and the drop under load; `used` is
 * the current share of the peak load.
 */
export function mainsVoltage(seed: number, phase: number, ms: number, used: number): number {
  const slow = 4 * smoothNoise(seed, STREAM.slow + phase, ms / HOUR_MS);
  const fast = 1.2 * smoothNoise(seed, STREAM.fast + phase, ms / MINUTE_MS);
  return Math.round((NOMINAL_V + slow + fast - 5 * used) * 10) / 10;
}
