/**
 * Why a bill differs from the one before: more or less energy, dearer or cheaper hours, other
 * prices and adjustments. The parts add up exactly to the difference of the two totals, because
 * the hours take what the other parts leave, including the rounding of the lines.
 */
import { type Amount, addAmounts, subtractAmount, sumAmounts } from '../tariff/amount.ts';
import { TARIFF_BANDS, type TariffBand } from '../tariff/band.ts';
import type { CurrencyDecimals } from '../tariff/currency.ts';
import type { Price } from '../tariff/price.ts';

export interface ComparedLine {
  readonly deviceId: number;
  readonly band: TariffBand;
  /** Null if the tariff version has no price. */
  readonly price: Price | null;
  readonly wh: number;
  /** In minor units, as billed; null without a price. */
  readonly amount: Amount;
}

export interface ComparedBill {
  readonly lines: readonly ComparedLine[];
  /** Sum of the adjustments, in minor units. */
  readonly adjustment: number;
  /** Sum of no lines: null if the customer has no prices. */
  readonly emptyTotal: Amount;
}

/** A change from the bill before to this one; amounts in minor units, negative for less. */
export interface Change {
  readonly wh: number;
  readonly amount: Amount;
}

export interface BillParts {
  /** The changed energy at the average price of the bill before. */
  readonly energy: number;
  /** The same energy in dearer or cheaper hours. */
  readonly hours: number;
  /** Other prices in the same band: a new version, or another tariff. */
  readonly prices: number;
  readonly adjustments: number;
}

export interface BillComparison extends Change {
  /** Null if one of the totals is unknown. */
  readonly parts: BillParts | null;
  /** Devices of either bill, largest change first. Their changes and the adjustments add up. */
  readonly devices: readonly (Change & { readonly deviceId: number })[];
  /** All bands, largest change first. Their changes and the adjustments add up. */
  readonly bands: readonly (Change & { readonly band: TariffBand })[];
}

export function compareBills(
  before: ComparedBill,
  after: ComparedBill,
  decimals: CurrencyDecimals,
): BillComparison {
  const adjustments = after.adjustment - before.adjustment;
  const fees = subtractAmount(feeOf(after), feeOf(before));
  const deviceIds = new Set([...before.lines, ...after.lines].map(({ deviceId }) => deviceId));
  const [linesBefore, linesAfter] = [byDevice(before.lines), byDevice(after.lines)];
  const devices = [...deviceIds].map((deviceId) => ({
    deviceId,
    ...changeOf(linesBefore.get(deviceId) ?? [], linesAfter.get(deviceId) ?? []),
  }));
  const bands = TARIFF_BANDS.map((band) => ({
    band,
    ...changeOf(inBand(before.lines, band), inBand(after.lines, band)),
  }));
  return {
    wh: whOf(after.lines) - whOf(before.lines),
    amount: addAmounts(fees, adjustments),
    parts:
      fees === null ? null : partsOf(before.lines, after.lines, { fees, adjustments, decimals }),
    devices: devices.sort((a, b) => byLargest(a, b) || a.deviceId - b.deviceId),
    bands: bands.sort(byLargest),
  };
}

function partsOf(
  before: readonly ComparedLine[],
  after: readonly ComparedLine[],
  known: { fees: number; adjustments: number; decimals: CurrencyDecimals },
): BillParts {
  const { fees, adjustments, decimals } = known;
  const [whBefore, whAfter] = [whOf(before), whOf(after)];
  // Without energy on one side there are no hours to compare: all of it is more or less energy.
  if (whBefore === 0 || whAfter === 0) return { energy: fees, hours: 0, prices: 0, adjustments };
  const energy = rounded(BigInt(whAfter - whBefore) * costOf(before), whBefore, decimals);
  const prices = TARIFF_BANDS.reduce((sum, band) => {
    const [old, now] = [inBand(before, band), inBand(after, band)];
    const oldWh = whOf(old);
    // A band that was not used before has no earlier price.
    if (oldWh === 0) return sum;
    const atOldPrice = BigInt(whOf(now)) * costOf(old);
    return sum + rounded(costOf(now) * BigInt(oldWh) - atOldPrice, oldWh, decimals);
  }, 0);
  return { energy, prices, hours: fees - energy - prices, adjustments };
}

/** Product of Wh and ten-thousandths per kWh that make one minor unit. */
const MINOR = 100_000n;

/** Wh times ten-thousandths per kWh, before rounding. */
function costOf(lines: readonly ComparedLine[]): bigint {
  return lines.reduce((sum, { wh, price }) => sum + BigInt(wh) * BigInt(price ?? 0), 0n);
}

/** `product / divisor` in minor units, half away from zero; whole units without decimals. */
function rounded(product: bigint, divisor: number, decimals: CurrencyDecimals): number {
  const scale = decimals === 0 ? 100 : 1;
  const unit = BigInt(divisor) * MINOR * BigInt(scale);
  const size = product < 0n ? -product : product;
  const whole = Number((2n * size + unit) / (2n * unit)) * scale;
  return product < 0n ? -whole || 0 : whole;
}

const feeOf = ({ lines, emptyTotal }: ComparedBill): Amount =>
  sumAmounts(
    lines.map(({ amount }) => amount),
    emptyTotal,
  );

const whOf = (lines: readonly ComparedLine[]): number => lines.reduce((sum, { wh }) => sum + wh, 0);

const inBand = (lines: readonly ComparedLine[], band: TariffBand): ComparedLine[] =>
  lines.filter((line) => line.band === band);

function byDevice(lines: readonly ComparedLine[]): Map<number, ComparedLine[]> {
  const groups = new Map<number, ComparedLine[]>();
  for (const line of lines) {
    const group = groups.get(line.deviceId);
    if (group === undefined) groups.set(line.deviceId, [line]);
    else group.push(line);
  }
  return groups;
}

function changeOf(before: readonly ComparedLine[], after: readonly ComparedLine[]): Change {
  const amountOf = (lines: readonly ComparedLine[]) => sumAmounts(lines.map((one) => one.amount));
  return {
    wh: whOf(after) - whOf(before),
    amount: subtractAmount(amountOf(after), amountOf(before)),
  };
}

/** By amount; changes without an amount come first, by energy, because their size is unknown. */
function byLargest(one: Change, other: Change): number {
  const size = ({ amount }: Change) =>
    amount === null ? Number.POSITIVE_INFINITY : Math.abs(amount);
  const [a, b] = [size(one), size(other)];
  return a === b ? Math.abs(other.wh) - Math.abs(one.wh) : b - a;
}
