/**
 * Energy and fee of a tower user by its time periods, from the energy ledger: quarter hours of the
 * user's breaker, each of which is in one period or in none, since boundaries of periods are also
 * quarter hours. The values of the day are binding: shares of energy are counted, shares of money
 * are apportioned so that they add up to the fee of the day to the last cent.
 */
import { QUARTER_MS } from '../consumption/day-slots.ts';
import { type Amount, addAmounts } from '../tariff/amount.ts';
import { localMinute, MAX_PERIODS, periodAt, type TimePeriod } from './time-period.ts';

/** Share indexes: the five periods, time outside them, and amounts no longer assignable. */
export const OUTSIDE = MAX_PERIODS;
export const UNSHARED = MAX_PERIODS + 1;
const PLACES = MAX_PERIODS + 2;

export interface LedgerDayOfUser {
  /** First instant of the local day, epoch ms. */
  readonly start: number;
  readonly energyWh: number;
  /** Hundredths of the currency; null if it includes energy without a price. */
  readonly fee: Amount;
  /** Absent if the quarter hours of that day are no longer stored. */
  readonly slotWh?: readonly number[];
  /** Thousandths of the currency. */
  readonly slotFee?: readonly number[];
}

export interface PeriodShares {
  /** Shares by index: the periods, `OUTSIDE`, `UNSHARED`. */
  readonly energyWh: readonly number[];
  readonly fee: readonly Amount[];
}

export function shareDay(
  day: LedgerDayOfUser,
  periods: readonly TimePeriod[],
  zone: string,
): PeriodShares {
  const energyWh = new Array<number>(PLACES).fill(0);
  const weight = new Array<number>(PLACES).fill(0);
  for (const [slot, wh] of (day.slotWh ?? []).entries()) {
    const place = periodAt(periods, localMinute(day.start + slot * QUARTER_MS, zone)) ?? OUTSIDE;
    energyWh[place]! += wh;
    weight[place]! += day.slotFee?.[slot] ?? 0;
  }
  const counted = energyWh.reduce((sum, wh) => sum + wh, 0);
  energyWh[UNSHARED]! += day.energyWh - counted;
  const byMoney = weight.some((share) => share > 0);
  const weights = byMoney ? weight : energyWh.map((wh) => Math.max(0, wh));
  return { energyWh, fee: shareFee(day.fee, weights, energyWh) };
}

/** If the fee of the day is unknown, so is the fee of each share in which energy was used. */
function shareFee(
  fee: Amount,
  weights: readonly number[],
  energyWh: readonly number[],
): readonly Amount[] {
  if (fee === null) return energyWh.map((wh) => (wh === 0 ? 0 : null));
  return apportion(fee, weights, UNSHARED);
}

export function addShares(one: PeriodShares, other: PeriodShares): PeriodShares {
  return {
    energyWh: one.energyWh.map((wh, at) => wh + other.energyWh[at]!),
    fee: one.fee.map((fee, at) => addAmounts(fee, other.fee[at]!)),
  };
}

export const NO_SHARES: PeriodShares = {
  energyWh: new Array<number>(PLACES).fill(0),
  fee: new Array<number>(PLACES).fill(0),
};

/**
 * Splits `whole` into whole units by weight; the remainder goes to the largest fractions, the first
 * of equal ones first. If there are no weights, all of it goes to `rest`.
 */
export function apportion(whole: number, weights: readonly number[], rest: number): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total <= 0) return weights.map((_, at) => (at === rest ? whole : 0));
  const exact = weights.map((weight) => (whole * weight) / total);
  const shares = exact.map(Math.trunc);
  const left = whole - shares.reduce((sum, share) => sum + share, 0);
  const order = exact
    .map((value, at) => ({ at, remainder: Math.abs(value - Math.trunc(value)) }))
    .sort((one, other) => other.remainder - one.remainder || one.at - other.at);
  for (const { at } of order.slice(0, Math.abs(left))) shares[at]! += Math.sign(left);
  return shares;
}
