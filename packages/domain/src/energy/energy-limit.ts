/**
 * The most energy a register can have counted in a time: rated voltage x current x phases x 1.2
 * (docs/decisions.md 10). What a register shows moves in digits, so one digit of 0.01 kWh is let
 * through above it; a coarser register stands still until its digit is full, so what the limit
 * allowed while it stood still is let through too, up to one whole kWh.
 */
const HEADROOM = 1.2;
/** Three phases unless somebody knows better: a limit that is too high refuses no honest reading. */
const PHASES = 3;
/** No meter on earth: 1000 V x 10 000 A x 3 (the bounds of a measurement). */
export const UNKNOWN_W = 1000 * 10_000 * 3;
/** The limit of the commonest breaker, 230 V and 63 A. */
export const COMMON_W = 230 * 63 * PHASES * HEADROOM;
const HOUR_MS = 3_600_000;

/** The last digit of most registers, Wh. */
export const DIGIT_WH = 10;
/** The coarsest last digit met, Wh. */
export const COARSE_DIGIT_WH = 1000;

/** W; unknown ratings give a limit that only the impossible passes. */
export function energyLimitW(ratedVoltageV: number | null, ratedCurrentA: number | null): number {
  if (!ratedVoltageV || !ratedCurrentA) return UNKNOWN_W;
  return ratedVoltageV * ratedCurrentA * PHASES * HEADROOM;
}

/** Wh at the limit for `ms`, not yet rounded. */
export function whAtLimit(limitW: number, ms: number): number {
  return (limitW * ms) / HOUR_MS;
}

/**
 * Wh a register may have counted from `from` to `to` (epoch ms) when it last moved at `movedAt`.
 */
export function allowanceWh(limitW: number, from: number, to: number, movedAt = from): number {
  const stoodStill = Math.min(whAtLimit(limitW, from - movedAt), COARSE_DIGIT_WH);
  return Math.floor(whAtLimit(limitW, to - from) + stoodStill) + DIGIT_WH;
}
