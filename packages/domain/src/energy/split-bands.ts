/**
 * Splits the energy of a step into the four bands (docs/decisions.md 13). The band registers of the
 * device decide, but each is rounded separately, so that their sum seldom equals the total at the
 * same time: energy that a band register has counted and the total has not yet (or the other way
 * round) is owed, and is balanced by the following steps. The parts always add up to the step, and
 * none is negative.
 */
import { COARSE_DIGIT_WH } from './energy-limit.ts';

/** In the order of `TARIFF_BANDS`, Wh. */
export type BandsWh = readonly [number, number, number, number];

export const NO_BANDS: BandsWh = [0, 0, 0, 0];

export interface SplitEnergy {
  readonly parts: BandsWh;
  /**
   * Energy counted by the band register and not yet assigned to a part; negative if a part was
   * assigned too early.
   */
  readonly owed: BandsWh;
}

/** Splits the energy of a step; `owed` includes what the band registers counted with this step. */
export function splitByOwed(energyWh: number, owed: BandsWh, hourBand: number): SplitEnergy {
  const due = eachBand(owed, (wh) => Math.max(0, wh));
  const sum = sumOf(due);
  const parts = sum <= energyWh ? due : sharesOf(energyWh, due, sum);
  parts[hourBand] = (parts[hourBand] ?? 0) + energyWh - sumOf(parts);
  return { parts, owed: eachBand(owed, (wh, i) => wh - (parts[i] ?? 0)) };
}

/** An amount above the coarsest digit is no rounding difference: a register was reset or stuck. */
export function withinDigit(owed: BandsWh): BandsWh {
  return eachBand(owed, (wh) => Math.max(-COARSE_DIGIT_WH, Math.min(COARSE_DIGIT_WH, wh)));
}

export function addBands(a: BandsWh, b: BandsWh): BandsWh {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]];
}

/** All energy in one band. */
export function inBand(energyWh: number, band: number): BandsWh {
  const parts: FourNumbers = [0, 0, 0, 0];
  parts[band] = energyWh;
  return parts;
}

/** Proportional shares in whole Wh; the remainder goes to the first bands with a share. */
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
