/**
 * A step's energy in the four bands (docs/decisions.md 13). A device's own band registers decide,
 * but each rounds for itself, so that they seldom add up to the total of the same moment: what a
 * band register has moved and the total has not yet (or the other way round) is owed and settled
 * with the steps that follow. The parts always add up to the step, and none is negative.
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
  const due = eachBand(owed, (wh) => Math.max(0, wh));
  const sum = sumOf(due);
  const parts = sum <= energyWh ? due : sharesOf(energyWh, due, sum);
  parts[hourBand] = (parts[hourBand] ?? 0) + energyWh - sumOf(parts);
  return { parts, owed: eachBand(owed, (wh, i) => wh - (parts[i] ?? 0)) };
}

/** What is owed beyond the coarsest digit is no rounding: a register was reset or stood still. */
export function withinDigit(owed: BandsWh): BandsWh {
  return eachBand(owed, (wh) => Math.max(-COARSE_DIGIT_WH, Math.min(COARSE_DIGIT_WH, wh)));
}

export function addBands(a: BandsWh, b: BandsWh): BandsWh {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]];
}

/** All of it in one band. */
export function inBand(energyWh: number, band: number): BandsWh {
  const parts: FourNumbers = [0, 0, 0, 0];
  parts[band] = energyWh;
  return parts;
}

/** In proportion, whole Wh; the wholes that are left go to the first bands that have a share. */
function sharesOf(energyWh: number, due: BandsWh, sum: number): FourNumbers {
  const shares = eachBand(due, (wh) => Math.floor((wh / sum) * energyWh));
  let left = energyWh - sumOf(shares);
  for (let i = 0; i < shares.length && left > 0; i += 1) {
    const room = Math.min(left, (due[i] ?? 0) - (shares[i] ?? 0));
    shares[i] = (shares[i] ?? 0) + room;
    left -= room;
  }
  return shares;
}

type FourNumbers = [number, number, number, number];

function eachBand(wh: BandsWh, of: (wh: number, band: number) => number): FourNumbers {
  return [of(wh[0], 0), of(wh[1], 1), of(wh[2], 2), of(wh[3], 3)];
}

function sumOf(wh: BandsWh): number {
  return wh[0] + wh[1] + wh[2] + wh[3];
}
