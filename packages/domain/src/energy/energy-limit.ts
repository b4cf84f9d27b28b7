/**
 * The maximum energy a register can have counted in a time: rated voltage x current x phases x 1.2
 * (docs/decisions.md 10). Registers change in whole digits, so one digit of 0.01 kWh above the
 * maximum is accepted; a coarser register does not change until its digit is full, so the energy
 * allowed during that time is accepted too, up to one whole kWh.
 */
const HEADROOM = 1.2;
/** Three phases unless the number is known: a limit that is too high rejects no honest reading. */
const PHASES = 3;
/** Beyond any meter: 1000 V x 10 000 A x 3 (the bounds of a measurement). */
export const UNKNOWN_W = 1000 * 10_000 * 3;
/** The limit of the most common breaker, 230 V and 63 A. */
export const COMMON_W = 230 * 63 * PHASES * HEADROOM;
const HOUR_MS = 3_600_000;

/** The last digit of most registers, Wh. */
export const DIGIT_WH = 10;
/** The coarsest last digit found in the field, Wh. */
export const COARSE_DIGIT_WH = 1000;

/** Limit in W; if the ratings are unknown, it excludes only impossible energy. */
export function energyLimitW(ratedVoltageV: number | null, ratedCurrentA: number | null): number {
  if (!ratedVoltageV || !ratedCurrentA) return UNKNOWN_W;
  return ratedVoltageV * ratedCurrentA * PHASES * HEADROOM;
}

/** A limit before the ratings of the device were changed. */
export interface FormerLimit {
  readonly limitW: number;
  /** The limit applies to energy used before this time, epoch ms. */
  readonly until: number;
  /** The limit that followed it applies to energy used after this time, epoch ms. */
  readonly nextSince: number;
}

export interface EnergyLimits {
  /** The present limit; see `energyLimitW`. */
  readonly limitW: number;
  /** In order of time; undefined if the ratings were never changed. */
  readonly formerLimits?: readonly FormerLimit[] | undefined;
}

/** The highest limit that applied at any time in (from, to]. */
export function limitBetween(
  { limitW, formerLimits }: EnergyLimits,
  from: number,
  to: number,
): number {
  if (formerLimits === undefined) return limitW;
  let highest = 0;
  let since = Number.NEGATIVE_INFINITY;
  for (const former of formerLimits) {
    if (from < former.until && to > since) highest = Math.max(highest, former.limitW);
    since = former.nextSince;
  }
  return to > since ? Math.max(highest, limitW) : highest;
}

/** Energy at the limit for `ms`, in Wh, not rounded. */
export function whAtLimit(limitW: number, ms: number): number {
  return (limitW * ms) / HOUR_MS;
}

/** Maximum Wh counted from `from` to `to` (epoch ms) by a register last changed at `movedAt`. */
export function allowanceWh(limitW: number, from: number, to: number, movedAt = from): number {
  const stoodStill = Math.min(whAtLimit(limitW, from - movedAt), COARSE_DIGIT_WH);
  return Math.floor(whAtLimit(limitW, to - from) + stoodStill) + DIGIT_WH;
}
