/**
 * A year of registers of a fleet. The test computes its energy and bills without the ledger: step
 * by step from the known events, and line by line in integers.
 */
import { seededRandom } from '@busbar/domain/demand/seeded-noise';

const HOUR = 3_600_000;

export interface TrueReading {
  readonly at: number;
  /** The register value, in 0.01 kWh. */
  readonly cents: number;
  /**
   * glitch: the ledger drops it; trembling: slightly below the value before; reset, swap: another
   * register from here on.
   */
  readonly kind: 'plain' | 'glitch' | 'trembling' | 'reset' | 'swap';
}

/**
 * Returns some readings a week with silences of weeks; at most one reset or new meter, never after
 * a silence.
 */
export function readingsOf(seed: number, from: number, to: number): TrueReading[] {
  const random = seededRandom(seed);
  const between = (least: number, most: number) => least + random() * (most - least);
  const whole = (least: number, most: number) => Math.floor(between(least, most));
  const readings: TrueReading[] = [];
  // The value is far from the rollover of registers of any size, and from a thousand times the
  // value after a reset.
  let cents = whole(30_000_000, 60_000_000);
  const turn = whole(20, 90);
  const turnsTo = (['reset', 'swap', 'plain'] as const)[seed % 3]!;
  /** Faults never follow each other directly: the second would confirm the first. */
  const isQuiet = () =>
    Math.abs(readings.length - turn) > 3 &&
    readings.length > 2 &&
    readings.slice(-2).every(({ kind }) => kind === 'plain');
  const pause = () =>
    isQuiet() && random() < 0.01 ? whole(100, 400) * HOUR : whole(12 * HOUR, 120 * HOUR);
  for (let at = from + whole(1, 20 * HOUR); at < to; at += pause()) {
    const hours = readings.length === 0 ? 0 : (at - readings.at(-1)!.at) / HOUR;
    const used = Math.floor(between(0.3, 3) * hours * 100);
    const isTurn = readings.length === turn;
    const odd = random();
    if (isTurn && turnsTo === 'reset') {
      cents = Math.floor(used * 0.4);
      readings.push({ at, cents, kind: 'reset' });
    } else if (isTurn && turnsTo === 'swap') {
      cents = whole(15_000_000, 25_000_000);
      readings.push({ at, cents, kind: 'swap' });
    } else if (isQuiet() && odd < 0.01) {
      const kind = odd < 0.005 ? 'glitch' : 'trembling';
      readings.push({ at, cents: kind === 'glitch' ? cents + 50_000_000 : cents - 7, kind });
    } else {
      cents += used;
      readings.push({ at, cents, kind: 'plain' });
    }
  }
  return readings;
}

export interface Counted {
  readonly at: number;
  readonly wh: number;
}

/**
 * `decided` maps the time of a reading to the energy in Wh that an administrator set for the step
 * to it.
 */
export function countedOf(
  readings: readonly TrueReading[],
  decided: ReadonlyMap<number, number> = new Map(),
): Counted[] {
  const counted: Counted[] = [];
  let base: number | undefined;
  /** The value right after a reset, which is counted once the next reading confirms it. */
  let sinceZero: Counted | undefined;
  for (const { at, cents, kind } of readings) {
    const set = decided.get(at);
    if (set !== undefined) counted.push({ at, wh: set });
    else if (base !== undefined && kind === 'plain') {
      if (sinceZero !== undefined) counted.push(sinceZero);
      counted.push({ at, wh: (cents - base) * 10 });
    }
    if (kind === 'glitch' || kind === 'trembling') continue;
    sinceZero = kind === 'reset' ? { at, wh: cents * 10 } : undefined;
    base = cents;
  }
  return counted;
}

export interface Version {
  readonly rateId: number;
  readonly version: number;
  /** Prices in ten-thousandths per kWh: sharp, peak, off-peak, valley. */
  readonly prices: readonly number[];
}

export interface TrueDay {
  readonly day: string;
  readonly period: string;
  readonly tariff: Version;
  readonly wh: number[];
  /** Fees in minor units. */
  readonly fees: number[];
}

export interface Place {
  readonly day: string;
  /** The first day of the settlement period. */
  readonly period: string;
  /** The band, from 0 (sharp) to 3 (valley). */
  readonly band: number;
}

/**
 * Rounds half up to whole minor units; Wh times ten-thousandths per kWh are 1/100,000 of a minor
 * unit.
 */
export const feeOf = (wh: number, price: number): number =>
  Math.floor((wh * price + 50_000) / 100_000);

export function daysOf(
  counted: readonly Counted[],
  placeOf: (at: number) => Place,
  tariffOn: (day: string) => Version,
): TrueDay[] {
  const days = new Map<string, TrueDay>();
  for (const { at, wh } of counted) {
    const { day, period, band } = placeOf(at);
    const known = days.get(day) ?? {
      day,
      period,
      tariff: tariffOn(day),
      wh: [0, 0, 0, 0],
      fees: [0, 0, 0, 0],
    };
    known.wh[band]! += wh;
    days.set(day, known);
  }
  const ordered = [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
  const lines = new Map<string, number>();
  for (const { period, tariff, wh, fees } of ordered) {
    for (const band of [0, 1, 2, 3]) {
      const key = lineKey(period, tariff, band);
      const before = lines.get(key) ?? 0;
      const after = before + wh[band]!;
      lines.set(key, after);
      const price = tariff.prices[band]!;
      fees[band] = feeOf(after, price) - feeOf(before, price);
    }
  }
  return ordered;
}

export const lineKey = (period: string, { rateId, version }: Version, band: number): string =>
  `${period} ${rateId} ${version} ${band}`;
