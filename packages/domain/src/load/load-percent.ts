/**
 * Load of a device in percent of its rated current: a breaker carries as much as its most loaded
 * phase, whatever its voltage and power factor.
 */
import type { Measurement } from '../device/measurement.ts';

/** The largest current of a phase in A, regardless of its direction; null if none was measured. */
export function highestCurrentA(
  measured: Pick<Measurement, 'currentA' | 'currentB' | 'currentC'>,
): number | null {
  const known = [measured.currentA, measured.currentB, measured.currentC].filter(
    (current) => current !== undefined,
  );
  return known.length === 0 ? null : Math.max(...known.map(Math.abs));
}

/** Percent with one decimal; null without a current or a rating. */
export function loadPercent(currentA: number | null, ratedA: number | null): number | null {
  if (currentA === null || ratedA === null || ratedA <= 0) return null;
  return Math.round((1000 * currentA) / ratedA) / 10;
}

/** From here on a load is worth a look: the usual limit of a circuit that is loaded for hours. */
export const HIGH_LOAD_PERCENT = 80;
export const FULL_LOAD_PERCENT = 100;

type LoadBand = 'normal' | 'high' | 'over';

export function loadBand(percent: number): LoadBand {
  if (percent > FULL_LOAD_PERCENT) return 'over';
  return percent > HIGH_LOAD_PERCENT ? 'high' : 'normal';
}
