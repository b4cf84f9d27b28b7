/**
 * A load as a share of its peak, by kind, local hour, weekday and season, with seeded noise. Values
 * are defined at knots of five minutes; between knots the load is linear, which makes its energy
 * exact.
 */
import { type LampLoad, lampsKwAt } from './lamp-load.ts';
import { fastOffsetMs } from './local-day.ts';
import { smoothNoise, unitNoise } from './seeded-noise.ts';

export const LOAD_KINDS = ['home', 'office', 'workshop', 'steady'] as const;

/** Telecom users are identified by code, street lamps are requested; neither is random. */
export type LoadKind = (typeof LOAD_KINDS)[number] | 'telecom' | 'street';

/** Parameters of a load; power in kW, local time of its zone. */
export interface LoadSpec {
  readonly seed: number;
  readonly kind: LoadKind;
  readonly peakKw: number;
  readonly zone: string;
  /** If present, the load consists of street lamps only, whatever its kind. */
  readonly lamps?: LampLoad;
}

export const KNOT_MS = 300_000;

interface Shape {
  /** Percent of the peak at each full hour of a working day. */
  readonly hours: readonly number[];
  /** Factor for Saturday and Sunday. */
  readonly weekend: number;
  /** Seasonal amplitude: positive if January's load exceeds July's, negative for cooling. */
  readonly winter: number;
}

const SHAPES: Readonly<Record<LoadKind, Shape>> = {
  home: {
    hours: [
      22, 18, 16, 15, 15, 18, 30, 46, 42, 34, 30, 32, 38, 36, 30, 29, 33, 45, 62, 74, 70, 58, 44,
      30,
    ],
    weekend: 1.12,
    winter: 0.2,
  },
  office: {
    hours: [
      12, 12, 11, 11, 11, 13, 22, 40, 66, 76, 80, 78, 68, 74, 80, 78, 72, 58, 38, 26, 20, 16, 14,
      12,
    ],
    weekend: 0.3,
    winter: -0.15,
  },
  workshop: {
    hours: [
      18, 18, 17, 17, 18, 24, 55, 78, 82, 80, 82, 70, 48, 78, 82, 80, 74, 60, 52, 50, 48, 40, 28,
      20,
    ],
    weekend: 0.45,
    winter: 0.05,
  },
  /** Servers and cold stores: cooling varies with the time of day. */
  steady: {
    hours: [
      74, 73, 72, 72, 72, 73, 75, 78, 81, 84, 86, 88, 89, 90, 90, 89, 88, 86, 84, 82, 80, 78, 76,
      75,
    ],
    weekend: 0.97,
    winter: -0.06,
  },
  /** The load by day is 1.6 times the load at night. */
  telecom: {
    hours: [
      60, 58, 56, 56, 56, 58, 62, 68, 76, 82, 86, 88, 88, 87, 86, 86, 87, 89, 90, 90, 88, 82, 74,
      66,
    ],
    weekend: 0.97,
    winter: -0.05,
  },
  street: {
    hours: [80, 80, 80, 80, 78, 60, 20, 3, 2, 2, 2, 2, 2, 2, 2, 2, 3, 20, 62, 82, 84, 84, 82, 80],
    weekend: 1,
    winter: 0.1,
  },
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const YEAR_MS = 365.2425 * DAY_MS;
const STREAM = { hourly: 1, knot: 2, daily: 3, factor: 4, phi: 5 } as const;

export interface Demand {
  readonly activeKw: number;
  readonly reactiveKvar: number;
}

/** Load at knot `knot` (five minutes since 1970). Except for lamps, it never exceeds the peak. */
export function demandAtKnot(spec: LoadSpec, knot: number): Demand {
  const ms = knot * KNOT_MS;
  if (spec.lamps !== undefined) {
    const lampsKw = lampsKwAt(spec.seed, spec.lamps, ms);
    return { activeKw: lampsKw, reactiveKvar: lampsKw * tanPhi(spec.seed, ms) };
  }
  const activeKw = spec.peakKw * Math.min(1, Math.max(0.005, fraction(spec, ms, knot)));
  return { activeKw, reactiveKvar: activeKw * tanPhi(spec.seed, ms) };
}

function fraction(spec: LoadSpec, ms: number, knot: number): number {
  const { seed, kind, zone } = spec;
  const shape = SHAPES[kind];
  const localMs = ms + fastOffsetMs(ms, zone);
  const place = (localMs % DAY_MS) / HOUR_MS;
  const hour = Math.floor(place);
  const from = shape.hours[hour] ?? 0;
  const to = shape.hours[(hour + 1) % 24] ?? 0;
  const weekday = new Date(localMs).getUTCDay();
  const week = weekday === 0 || weekday === 6 ? shape.weekend : 1;
  const season = 1 + shape.winter * Math.cos((2 * Math.PI * ms) / YEAR_MS);
  const noise =
    (1 + 0.08 * smoothNoise(seed, STREAM.daily, localMs / DAY_MS)) *
    (1 + 0.1 * smoothNoise(seed, STREAM.hourly, ms / HOUR_MS)) *
    (1 + 0.12 * (unitNoise(seed, STREAM.knot, knot) - 0.5));
  return ((from + (to - from) * (place - hour)) / 100) * week * season * noise;
}

/** Power factors from 0.86 to 0.98, with a different mean for each load. */
function tanPhi(seed: number, ms: number): number {
  const own = 0.89 + 0.06 * unitNoise(seed, STREAM.factor, 0);
  const factor = own + 0.03 * smoothNoise(seed, STREAM.phi, ms / (2 * HOUR_MS));
  return Math.sqrt(1 - factor * factor) / factor;
}
