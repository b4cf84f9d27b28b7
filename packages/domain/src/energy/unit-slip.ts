/**
 * Detects a device that reports Wh or MWh instead of kWh: the value is a thousand times the
 * expected one, or a thousandth of it. Such readings continue from each other plausibly, so they
 * must never confirm each other.
 *
 * A thousandfold value is proven by its digits (0.01 kWh becomes 10 kWh, Wh become kWh), a
 * thousandth only by its size, so the range for that has to be narrow.
 */
import { DIGIT_WH } from './energy-limit.ts';
import { JITTER_WH } from './register-lines.ts';

const FACTOR = 1000;
const COARSER_WH = 100;

export function isUnitSlip(baseWh: number, wh: number, allowedWh: number): boolean {
  // Narrow means that the register cannot have doubled since.
  const narrow = allowedWh <= baseWh;
  return wh > baseWh
    ? isThousandfold(baseWh, wh, allowedWh, narrow)
    : narrow && isThousandth(baseWh, wh, allowedWh);
}

/** Converts a reading that is a thousand times the register, Wh. */
export function convertedWh(wh: number): number {
  return Math.floor(wh / FACTOR);
}

function isThousandfold(baseWh: number, wh: number, allowedWh: number, narrow: boolean): boolean {
  const digits = wh % (FACTOR * DIGIT_WH) === 0 || (narrow && wh % FACTOR === 0);
  const real = wh / FACTOR;
  return digits && real >= baseWh - JITTER_WH && real <= baseWh + allowedWh;
}

function isThousandth(baseWh: number, wh: number, allowedWh: number): boolean {
  // The last digit shown, 0.01 or 0.1 kWh, represents a thousand digits of the register.
  const blurWh = FACTOR * (wh % COARSER_WH === 0 ? COARSER_WH : DIGIT_WH);
  const real = wh * FACTOR;
  return real >= baseWh - blurWh && real <= baseWh + allowedWh + blurWh;
}
