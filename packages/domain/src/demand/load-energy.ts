/**
 * The energy used by a load since its meter began to count, in the four bands of its zone, as the
 * exact integral of its five-minute line segments. Sums at whole UTC days are cached with the
 * profile, so that any instant of thirteen months costs the knots of one day at first and of an
 * hour afterwards.
 */
import { bandOfHour, TARIFF_BANDS, type TariffBand } from '../tariff/band.ts';
import { type Demand, demandAtKnot, KNOT_MS, type LoadSpec } from './load-shape.ts';
import { DAY_MS, fastOffsetMs } from './local-day.ts';

export interface CountedLoad extends LoadSpec {
  /** The meter counts from the UTC midnight at or before this instant. */
  readonly countsFrom: number;
}

/** Energy per band, in the order of `TARIFF_BANDS`. */
export interface BandEnergy {
  readonly activeKwh: readonly number[];
  readonly reactiveKvarh: readonly number[];
}

const HOUR_MS = 3_600_000;
const KNOTS_PER_HOUR = HOUR_MS / KNOT_MS;
const BANDS = TARIFF_BANDS.length;
/** Four active sums, then four reactive ones. */
const CHANNELS = 2 * BANDS;

interface Sums {
  /** Sums per whole day since the meter began to count, `CHANNELS` numbers for each day. */
  readonly days: number[];
  /** The last requested day; `hours` contains its 25 full hours. */
  day: number;
  readonly hours: Float64Array;
}

const sumsOf = new WeakMap<CountedLoad, Sums>();

const BAND_INDEX: Readonly<Record<TariffBand, number>> = {
  sharp: 0,
  peak: 1,
  offPeak: 2,
  valley: 3,
};

/** Throws if `ms` is before the meter began to count, which is a bug of the caller. */
export function energySince(load: CountedLoad, ms: number): BandEnergy {
  const firstDay = Math.floor(load.countsFrom / DAY_MS);
  const day = Math.floor(ms / DAY_MS);
  if (day < firstDay) throw new RangeError(`${ms} is before the meter began to count`);
  const sums = sumsUpTo(load, firstDay, day);
  const hour = Math.floor((ms - day * DAY_MS) / HOUR_MS);
  const total = new Float64Array(CHANNELS);
  for (let channel = 0; channel < CHANNELS; channel++) {
    total[channel] =
      (sums.days[(day - firstDay) * CHANNELS + channel] ?? 0) +
      (sums.hours[hour * CHANNELS + channel] ?? 0);
  }
  addSpan(load, day * DAY_MS + hour * HOUR_MS, ms, total);
  return { activeKwh: [...total.subarray(0, BANDS)], reactiveKvarh: [...total.subarray(BANDS)] };
}

function sumsUpTo(load: CountedLoad, firstDay: number, day: number): Sums {
  let sums = sumsOf.get(load);
  if (sums === undefined) {
    sums = {
      days: Array<number>(CHANNELS).fill(0),
      day: -1,
      hours: new Float64Array(25 * CHANNELS),
    };
    sumsOf.set(load, sums);
  }
  for (let whole = firstDay + sums.days.length / CHANNELS - 1; whole < day; whole++) {
    fillHours(load, whole, sums);
    const before = sums.days.length - CHANNELS;
    for (let channel = 0; channel < CHANNELS; channel++) {
      const used = sums.hours[24 * CHANNELS + channel] ?? 0;
      sums.days.push((sums.days[before + channel] ?? 0) + used);
    }
  }
  if (sums.day !== day) fillHours(load, day, sums);
  return sums;
}

function fillHours(load: CountedLoad, day: number, sums: Sums): void {
  const running = new Float64Array(CHANNELS);
  for (let hour = 0; hour < 24; hour++) {
    sums.hours.set(running, hour * CHANNELS);
    const from = day * DAY_MS + hour * HOUR_MS;
    addSpan(load, from, from + HOUR_MS, running);
  }
  sums.hours.set(running, 24 * CHANNELS);
  sums.day = day;
}

/** Adds the energy between a full hour and `to`, which is at most an hour later. */
function addSpan(load: CountedLoad, from: number, to: number, total: Float64Array): void {
  const firstKnot = from / KNOT_MS;
  let left = demandAtKnot(load, firstKnot);
  for (let step = 0; step < KNOTS_PER_HOUR; step++) {
    const start = from + step * KNOT_MS;
    if (start >= to) return;
    const right = demandAtKnot(load, firstKnot + step + 1);
    const share = Math.min(1, (to - start) / KNOT_MS);
    const band = bandIndexAt(start, load.zone);
    const hours = (share * KNOT_MS) / HOUR_MS;
    add(total, band, hours * (left.activeKw + ((right.activeKw - left.activeKw) * share) / 2));
    const risen = right.reactiveKvar - left.reactiveKvar;
    add(total, BANDS + band, hours * (left.reactiveKvar + (risen * share) / 2));
    left = right;
  }
}

function add(total: Float64Array, channel: number, energy: number): void {
  total[channel] = (total[channel] ?? 0) + energy;
}

/**
 * Index of the band in `BandEnergy`. The hours of every zone begin on a knot, so the span of a knot
 * is in a single band.
 */
export function bandIndexAt(ms: number, zone: string): number {
  const localMs = ms + fastOffsetMs(ms, zone);
  return BAND_INDEX[bandOfHour(Math.floor((localMs % DAY_MS) / HOUR_MS))];
}

/** The load at any instant, interpolated linearly between two knots. */
export function demandAt(load: LoadSpec, ms: number): Demand {
  const place = ms / KNOT_MS;
  const knot = Math.floor(place);
  const left = demandAtKnot(load, knot);
  const right = demandAtKnot(load, knot + 1);
  const share = place - knot;
  return {
    activeKw: left.activeKw + (right.activeKw - left.activeKw) * share,
    reactiveKvar: left.reactiveKvar + (right.reactiveKvar - left.reactiveKvar) * share,
  };
}
