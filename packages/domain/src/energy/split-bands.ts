/**
 * A step's energy in the four bands (decisions 13). A device's own band registers decide, but each
 * rounds for itself, so that they seldom add up to the total of the same moment: what a band
 * register has moved and the total has not yet (or the other way round) is owed and settled with
 * the steps that follow. The parts always add up to the step, and none is negative.
 */
import { COARSE_DIGIT_WH } from './energy-limit.ts';

/** In the order of `TARIFF_BANDS`, Wh. */
export type BandsWh = readonly [number, number, number, number];

export const NO_BANDS: BandsWh = [0, 0, 0, 0];

export interface SplitEnergy {
  readonly parts: BandsWh;
  /** Moved by the band's register and not yet in a part; negative when it was lent. */
  readonly owed: BandsWh;
}

/** `owed` holds what the band registers moved with this step already. */
export function splitByOwed(energyWh: number, owed: BandsWh, hourBand: number): SplitEnergy {
  const due = owed.map((wh) => Math.max(0, wh));
  const sum = due.reduce((total, wh) => total + wh, 0);
  const parts = sum <= energyWh ? [...due] : sharesOf(energyWh, due, sum);
  const left = energyWh - parts.reduce((total, wh) => total + wh, 0);
  parts[hourBand] = (parts[hourBand] ?? 0) + left;
  return { parts: bands(parts), owed: bands(owed.map((wh, i) => wh - (parts[i] ?? 0))) };
}

/** What is owed beyond the coarsest digit is no rounding: a register was reset or stood still. */
export function withinDigit(owed: BandsWh): BandsWh {
  return bands(owed.map((wh) => Math.max(-COARSE_DIGIT_WH, Math.min(COARSE_DIGIT_WH, wh))));
}

export function addBands(a: BandsWh, b: BandsWh): BandsWh {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]];
}

/** All of it in one band. */
export function inBand(energyWh: number, band: number): BandsWh {
  return bands(NO_BANDS.map((_, i) => (i === band ? energyWh : 0)));
}

/** In proportion, whole Wh; the wholes that are left go to the first bands that have a share. */
function sharesOf(energyWh: number, due: readonly number[], sum: number): number[] {
  const shares = due.map((wh) => Math.floor((wh / sum) * energyWh));
  let left = energyWh - shares.reduce((total, wh) => total + wh, 0);
  for (let i = 0; i < shares.length && left > 0; i += 1) {
    const room = Math.min(left, (due[i] ?? 0) - (shares[i] ?? 0));
    shares[i] = (shares[i] ?? 0) + room;
    left -= room;
  }
  return shares;
}

function bands(values: readonly number[]): BandsWh {
  return [values[0] ?? 0, values[1] ?? 0, values[2] ?? 0, values[3] ?? 0];
}
