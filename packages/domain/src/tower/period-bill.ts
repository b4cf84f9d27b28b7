/**
 * Energy and fee of a tower user by its time periods, out of the one ledger: quarter hours of the
 * user's breaker, each of which lies in one period or in none, since edges are quarter hours too.
 * What the day holds decides: shares of energy are counted, shares of money are given so that they
 * add up to the day's fee to the last cent.
 */
import { QUARTER_MS } from '../consumption/day-slots.ts';
import { type Amount, addAmounts } from '../tariff/amount.ts';
import { localMinute, MOST_PERIODS, periodAt, type TimePeriod } from './time-period.ts';

/** Shares: of the five periods, of what is outside of them, of what cannot be shared out any more. */
export const OUTSIDE = MOST_PERIODS;
export const UNSHARED = MOST_PERIODS + 1;
const PLACES = MOST_PERIODS + 2;

export interface LedgerDayOfUser {
  /** First instant of the local day, epoch ms. */
  readonly start: number;
  readonly energyWh: number;
  /** Hundredths of the currency; null: it includes energy without a price. */
  readonly fee: Amount;
  /** Absent: the quarter hours of that day are no longer kept. */
  readonly slotWh?: readonly number[];
  /** Thousandths of the currency. */
  readonly slotFee?: readonly number[];
}

export interface PeriodShares {
  /** By position: the periods, `OUTSIDE`, `UNSHARED`. */
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

/** If the fee of the day is unknown, so is that of each part in which energy was used. */
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
 * The whole in whole units by weight; what rounding leaves goes to the largest remainders, of equal
 * ones to the first. Without any weight all of it goes to `rest`.
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
