/**
 * The bill of one device for one settlement period, from its days: the lines, and what each day has
 * of them. Both come out of one pass, so that they cannot disagree. A period that is closed stands;
 * what its energy or tariff came to later is one adjustment more (decisions 14).
 */
import { TARIFF_BANDS, type TariffBand } from './band.ts';
import { lineAmount, lineShare } from './fee.ts';
import { type BandPrices, priceOf } from './price.ts';

export type BandAmounts = Readonly<Record<TariffBand, number>>;

/** A day's energy with the tariff version in force on it. */
export interface BillableDay {
  readonly rateId: number;
  readonly rateVersion: number;
  readonly prices: BandPrices;
  readonly wh: BandAmounts;
}

export interface BillLine {
  readonly rateId: number;
  readonly rateVersion: number;
  readonly band: TariffBand;
  /** Decimal text, per kWh. */
  readonly price: string;
  readonly wh: number;
  /** Minor units. */
  readonly amount: number;
}

export interface Bill {
  /** In the order of their first day, bands in theirs; lines without energy are none. */
  readonly lines: readonly BillLine[];
  /** Minor units by band for each day given. */
  readonly days: readonly BandAmounts[];
}

/** `days` in order, all of one device and one settlement period. */
export function billOf(days: readonly BillableDay[]): Bill {
  const lines = new Map<string, BillLine>();
  const fees = days.map(({ rateId, rateVersion, prices, wh }) => {
    const fee: Record<TariffBand, number> = { sharp: 0, peak: 0, offPeak: 0, valley: 0 };
    for (const band of TARIFF_BANDS) {
      const key = `${rateId} ${rateVersion} ${band}`;
      const price = priceOf(prices[band]);
      const before = lines.get(key)?.wh ?? 0;
      const after = before + wh[band];
      fee[band] = lineShare(before, wh[band], price);
      const amount = lineAmount(after, price);
      lines.set(key, { rateId, rateVersion, band, price: prices[band], wh: after, amount });
    }
    return fee;
  });
  return { lines: [...lines.values()].filter(({ wh }) => wh > 0), days: fees };
}

export interface Adjustment {
  readonly wh: number;
  /** Minor units; negative: to the customer's credit. */
  readonly amount: number;
}

type Sums = readonly Pick<BillLine, 'wh' | 'amount'>[];

/**
 * What a closed period of a device still has to be adjusted by: what it comes to now, less what was
 * billed, less every adjustment made already. Undefined when nothing is owed.
 */
export function adjustmentOf(
  recomputed: Sums,
  billed: Sums,
  earlier: readonly Adjustment[],
): Adjustment | undefined {
  const owed = (of: keyof Adjustment) => sum(recomputed, of) - sum(billed, of) - sum(earlier, of);
  const wh = owed('wh');
  const amount = owed('amount');
  return wh === 0 && amount === 0 ? undefined : { wh, amount };
}

function sum(entries: readonly Adjustment[], of: keyof Adjustment): number {
  return entries.reduce((total, entry) => total + entry[of], 0);
}
