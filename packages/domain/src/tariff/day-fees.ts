/**
 * The fees of a device's days by the running rounding of their bill lines (`fee.ts`): a day's part
 * depends on the days of its settlement period before it, so the days after a changed one are priced
 * again. The one rule behind days, bills and their explanation.
 */
import { periodOf, type SettlementPlan } from '../billing/settlement-period.ts';
import { QUARTER_MS } from '../consumption/day-slots.ts';
import type { FoldedDay } from '../energy/folded-day.ts';
import type { Amount } from './amount.ts';
import { TARIFF_BANDS, type TariffBand } from './band.ts';
import type { CurrencyDecimals } from './currency.ts';
import { amountAdded, feeThousandths } from './fee.ts';
import { type Price, priceOf } from './price.ts';
import type { TariffVersion } from './tariff-version.ts';

/** The tariff that counts for a device on a day. */
export interface RateOfDay {
  readonly rateId: number;
  readonly version: TariffVersion;
}

export interface TariffOfDays {
  /** Of the currency; a line is rounded to them. */
  readonly decimals: CurrencyDecimals;
  rateOn(day: string): RateOfDay;
}

/** Fees by band in minor units, with the tariff version they follow; null: energy without a price. */
export interface DayFee {
  readonly rateId: number;
  readonly rateVersion: number;
  readonly bands: readonly Amount[];
}

/** A device's energy on a day. */
export interface BilledDay {
  readonly day: string;
  /** Of activeTotal, in the order of the bands; undefined: the device was not billed that day. */
  readonly bandsWh: readonly number[] | undefined;
}

/** What each line of a period had before the first of the days: Wh by band. */
export type LineSums = ReadonlyMap<string, readonly number[]>;

/** Of a tariff version; a line is one band of it. */
export const lineKey = (rateId: number, version: number): string => `${rateId} ${version}`;
const NOTHING = [0, 0, 0, 0];

/** A day's part of the lines of its tariff version, one for each band. */
export interface DayLines extends RateOfDay {
  readonly wh: readonly number[];
  /** Of the days of the period before it. */
  readonly whBefore: readonly number[];
}

/** `days` in order; `before` is that of the first one's period. */
export function linesOfEachDay(
  tariff: TariffOfDays,
  plan: SettlementPlan,
  days: readonly BilledDay[],
  before: LineSums,
): DayLines[] {
  let period = days[0] && periodOf(days[0].day, plan);
  const lines = new Map(before);
  return days.map(({ day, bandsWh = NOTHING }) => {
    if (period !== undefined && day >= period.end) {
      period = periodOf(day, plan);
      lines.clear();
    }
    const { rateId, version } = tariff.rateOn(day);
    const key = lineKey(rateId, version.version);
    const counted = lines.get(key) ?? NOTHING;
    lines.set(
      key,
      counted.map((wh, i) => wh + (bandsWh[i] ?? 0)),
    );
    return { rateId, version, wh: bandsWh, whBefore: counted };
  });
}

export function priceDays(
  tariff: TariffOfDays,
  plan: SettlementPlan,
  days: readonly BilledDay[],
  before: LineSums,
): DayFee[] {
  return linesOfEachDay(tariff, plan, days, before).map(({ rateId, version, wh, whBefore }) => ({
    rateId,
    rateVersion: version.version,
    bands: pricesOf(version).map((price, i) =>
      amountAdded(whBefore[i] ?? 0, wh[i] ?? 0, price, tariff.decimals),
    ),
  }));
}

/**
 * Quarter hours that were booked into; the others keep what they have. Without prices they are 0: the
 * null fee of their day marks them as unknown, and callers ignore them.
 */
export function priceSlots(
  { slotWh, slotBandsWh }: Pick<FoldedDay, 'slotWh' | 'slotBandsWh'>,
  version: TariffVersion,
  kept: readonly number[],
): number[] {
  const prices = pricesOf(version);
  return slotWh.map((_, slot) => {
    const bands = slotBandsWh[slot];
    return bands === undefined ? (kept[slot] ?? 0) : feeOfSlot(bands, prices);
  });
}

/** One quarter hour, in thousandths. */
export function priceSlot(bandsWh: readonly number[], version: TariffVersion): number {
  return feeOfSlot(bandsWh, pricesOf(version));
}

/**
 * Quarter hours of a day of which only the sum over the bands is known: each by the price of the
 * band in force at its end.
 */
export function priceSummedSlots(
  slotWh: readonly number[],
  dayStart: number,
  version: TariffVersion,
  bandAt: (endMs: number) => TariffBand,
): number[] {
  const { prices } = version;
  return slotWh.map((wh, slot) => {
    if (prices === null || wh === 0) return 0;
    return feeThousandths(wh, priceOf(prices[bandAt(dayStart + (slot + 1) * QUARTER_MS)]));
  });
}

function feeOfSlot(bandsWh: readonly number[], prices: readonly (Price | null)[]): number {
  return prices.reduce<number>(
    (fee, price, i) => fee + (price === null ? 0 : feeThousandths(bandsWh[i] ?? 0, price)),
    0,
  );
}

function pricesOf({ prices }: TariffVersion): (Price | null)[] {
  return TARIFF_BANDS.map((band) => (prices === null ? null : priceOf(prices[band])));
}
