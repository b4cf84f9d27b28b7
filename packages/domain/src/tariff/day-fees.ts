/**
 * Fees of a device's days by the running rounding of their bill lines (`fee.ts`): the share of a
 * day depends on the earlier days of its settlement period, so the days after a changed one are
 * priced again. Days, bills and their explanation all use this rule.
 */
import { periodOf, type SettlementPlan } from '../billing/settlement-period.ts';
import { QUARTER_MS } from '../consumption/day-slots.ts';
import type { EnergyChannel } from '../energy/energy-channel.ts';
import type { ChannelDay, FoldedDay } from '../energy/folded-day.ts';
import type { Amount } from './amount.ts';
import { TARIFF_BANDS, type TariffBand } from './band.ts';
import type { CurrencyDecimals } from './currency.ts';
import { amountAdded, feeThousandths } from './fee.ts';
import { type Price, priceOf } from './price.ts';
import type { TariffVersion } from './tariff-version.ts';

/** The tariff of a device on a day. */
export interface RateOfDay {
  readonly rateId: number;
  readonly version: TariffVersion;
}

export interface TariffOfDays {
  /** Decimals of the currency; a line is rounded to them. */
  readonly decimals: CurrencyDecimals;
  rateOn(day: string): RateOfDay;
}

/** Fees by band in minor units, with their tariff version; null for energy without a price. */
export interface DayFee {
  readonly rateId: number;
  readonly rateVersion: number;
  readonly bands: readonly Amount[];
}

/** Energy of a device on a day. */
export interface BilledDay {
  readonly day: string;
  /** Energy of activeTotal in band order; undefined if the device was not billed on that day. */
  readonly bandsWh: readonly number[] | undefined;
}

/** Merges days with new energy and stored days by date; new energy wins if a day is in both. */
export function billedDays(
  changed: readonly {
    readonly day: string;
    readonly channels: Readonly<Partial<Record<EnergyChannel, ChannelDay>>>;
  }[],
  stored: readonly BilledDay[],
): BilledDay[] {
  const days = new Map(stored.map((day) => [day.day, day]));
  for (const { day, channels } of changed) {
    days.set(day, { day, bandsWh: channels.activeTotal?.bandsWh });
  }
  return [...days.values()].sort((one, other) => (one.day < other.day ? -1 : 1));
}

/** Energy of each line of a period before the first priced day: Wh by band. */
export type LineSums = ReadonlyMap<string, readonly number[]>;

/** Key of a tariff version in a bill; a line is one band of the version. */
export const lineKey = (rateId: number, version: number): string => `${rateId} ${version}`;
const NOTHING = [0, 0, 0, 0];

/** The share of a day in the lines of its tariff version, one for each band. */
export interface DayLines extends RateOfDay {
  readonly wh: readonly number[];
  /** Energy of the earlier days of the period, Wh. */
  readonly whBefore: readonly number[];
}

/**
 * Returns the lines of each day. `days` must be in order; `before` is the energy of the first day's
 * period before that day.
 */
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
 * Prices the quarter hours that have bookings; the others retain their fees. Without prices the
 * fees are 0: the null fee of their day marks them as unknown, and callers ignore them.
 */
export function priceSlots(
  { slotWh, slotBandsWh }: Pick<FoldedDay, 'slotWh' | 'slotBandsWh'>,
  version: TariffVersion,
  stored: readonly number[],
): number[] {
  const prices = pricesOf(version);
  return slotWh.map((_, slot) => {
    const bands = slotBandsWh[slot];
    return bands === undefined ? (stored[slot] ?? 0) : feeOfSlot(bands, prices);
  });
}

/** Fee of one quarter hour, in thousandths. */
export function priceSlot(bandsWh: readonly number[], version: TariffVersion): number {
  return feeOfSlot(bandsWh, pricesOf(version));
}

/**
 * Fees of quarter hours for which only the sum over the bands is known: each is priced in the band
 * in force at its end.
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
