/**
 * A device that tells Wh or MWh where it told kWh: its register is a thousand times, or a
 * thousandth of, what it has to be. Such readings go on from each other plausibly, so their own
 * continuation must never confirm them.
 *
 * The proof of a thousandfold is in its digits (0.01 kWh become 10 kWh, Wh become kWh), the proof
 * of a thousandth only in its place, so that has to be a narrow one.
 */
import { DIGIT_WH } from './energy-limit.ts';
import { JITTER_WH } from './register-lines.ts';

const FACTOR = 1000;
const COARSER_WH = 100;

export function isUnitSlip(baseWh: number, wh: number, allowedWh: number): boolean {
  // Narrow: the register cannot have doubled since.
  const narrow = allowedWh <= baseWh;
  return wh > baseWh
    ? isThousandfold(baseWh, wh, allowedWh, narrow)
    : narrow && isThousandth(baseWh, wh, allowedWh);
}

/** What a reading that is a thousand times the register stands for, Wh. */
export function convertedWh(wh: number): number {
  return Math.floor(wh / FACTOR);
}

function isThousandfold(baseWh: number, wh: number, allowedWh: number, narrow: boolean): boolean {
  const digits = wh % (FACTOR * DIGIT_WH) === 0 || (narrow && wh % FACTOR === 0);
  const real = wh / FACTOR;
  return digits && real >= baseWh - JITTER_WH && real <= baseWh + allowedWh;
}

function isThousandth(baseWh: number, wh: number, allowedWh: number): boolean {
  // The last digit shown, 0.01 or 0.1 kWh, stands for a thousand of them.
  const blurWh = FACTOR * (wh % COARSER_WH === 0 ? COARSER_WH : DIGIT_WH);
  const real = wh * FACTOR;
  return real >= baseWh - blurWh && real <= baseWh + allowedWh + blurWh;
}
