/**
 * Checks that two registers that follow each other are those of one meter. A register that another
 * meter counted can be a little higher by chance, so only what the meter can have counted in the
 * time between them is accepted: within an hour at the limit, or within three times what it used in
 * an equally long time (docs/decisions.md 10).
 */
import {
  allowanceWh,
  COMMON_W,
  type EnergyLimits,
  limitBetween,
  UNKNOWN_W,
  whAtLimit,
} from '../energy/energy-limit.ts';
import { whOfKwh } from '../energy/watt-hours.ts';

const HOUR_MS = 3_600_000;
const TIMES_OF_USE = 3;

export interface Register {
  /** Epoch ms. */
  readonly at: number;
  readonly kwh: number;
}

/** Average power between the first and the last register, W; 0 for a single register. */
export function averageW(first: Register, last: Register): number {
  const hours = (last.at - first.at) / HOUR_MS;
  return hours > 0 ? (whOfKwh(last.kwh) - whOfKwh(first.kwh)) / hours : 0;
}

/** `usedW` is the average power that the meter has counted nearby. */
export function isOneMeter(
  before: Register,
  after: Register,
  rules: EnergyLimits & { readonly usedW: number },
): boolean {
  const deltaWh = whOfKwh(after.kwh) - whOfKwh(before.kwh);
  const limitW = limitBetween(rules, before.at, after.at);
  if (deltaWh < 0 || deltaWh > allowanceWh(limitW, before.at, after.at)) return false;
  const hourWh = whAtLimit(limitW === UNKNOWN_W ? COMMON_W : limitW, HOUR_MS);
  const usualWh = whAtLimit(rules.usedW * TIMES_OF_USE, after.at - before.at);
  return deltaWh <= Math.max(hourWh, usualWh);
}
