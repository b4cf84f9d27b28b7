/**
 * Supply voltage according to EN 50160:2010, clause 4.2.2 (low voltage, connected to an
 * interconnected system): of the 10-minute means of a week, 95 % must be within Un ±10 %, and all
 * of them within Un +10 %/−15 %. Interruptions (below 5 % of Un, clause 3.12) are not normal
 * operation and are counted separately. The standard requires the mean of every 10-minute interval;
 * if too many are missing, no result is given. A breaker reports instantaneous values, not the rms
 * of the whole interval: the mean of its readings is used instead, and every display of the result
 * must mention this.
 */

export const INTERVAL_MS = 600_000;
export const WEEK_INTERVALS = 1008;

/** Fractions of Un. */
const WIDE_LOW = 0.85;
const NARROW_LOW = 0.9;
const HIGH = 1.1;
const INTERRUPTED = 0.05;

/** Share of the intervals that must be within ±10 %. */
const NARROW_SHARE = 0.95;
/** No result is given if fewer intervals are known. */
export const MIN_KNOWN_SHARE = 0.9;

/** Too few intervals; all requirements met; fewer than 95 % within ±10 %; one outside +10/−15 %. */
export type VoltageVerdict = 'too-few' | 'met' | 'share-missed' | 'bound-missed';

export interface VoltageQuality {
  readonly verdict: VoltageVerdict;
  /** Number of intervals of the span, of intervals with a mean, and of interrupted ones. */
  readonly intervals: number;
  readonly known: number;
  readonly interrupted: number;
  /** Known, uninterrupted intervals: within ±10 %, below it, above it, and below −15 %. */
  readonly within: number;
  readonly below: number;
  readonly above: number;
  readonly farBelow: number;
  /** Share within ±10 %, 0 to 1; undefined if there are no intervals. */
  readonly share: number | undefined;
  /** Minimum and maximum mean in V, without interruptions; undefined if there are none. */
  readonly lowest: number | undefined;
  readonly highest: number | undefined;
}

/** `means`: the span's known means in V, without gaps; `intervals`: its number of intervals. */
export function voltageQuality(
  means: readonly number[],
  nominal: number,
  intervals: number = WEEK_INTERVALS,
): VoltageQuality {
  const supplied = means.filter((mean) => mean >= INTERRUPTED * nominal);
  const count = (isIn: (part: number) => boolean) =>
    supplied.filter((mean) => isIn(mean / nominal)).length;
  const below = count((part) => part < NARROW_LOW);
  const above = count((part) => part > HIGH);
  const farBelow = count((part) => part < WIDE_LOW);
  const within = supplied.length - below - above;
  const share = supplied.length === 0 ? undefined : within / supplied.length;
  const counted = {
    intervals,
    known: means.length,
    interrupted: means.length - supplied.length,
    within,
    below,
    above,
    farBelow,
    share,
    lowest: supplied.length === 0 ? undefined : Math.min(...supplied),
    highest: supplied.length === 0 ? undefined : Math.max(...supplied),
  };
  return { ...counted, verdict: verdictOf(counted) };
}

function verdictOf(of: Omit<VoltageQuality, 'verdict'>): VoltageVerdict {
  const isEnough = of.intervals >= WEEK_INTERVALS && of.known >= MIN_KNOWN_SHARE * of.intervals;
  if (!isEnough || of.share === undefined) return 'too-few';
  // Above +10 % both requirements are missed; the stricter one is reported.
  if (of.above > 0 || of.farBelow > 0) return 'bound-missed';
  return of.share >= NARROW_SHARE ? 'met' : 'share-missed';
}

const MIN_NOMINAL = 50;
const MAX_NOMINAL = 1000;
const USUAL_NOMINAL = 230;

export function isNominalVoltage(volts: number): boolean {
  return volts >= MIN_NOMINAL && volts <= MAX_NOMINAL;
}

/** Un: rated voltage, which some devices report between the phases; defaults to 230 V. */
export function nominalOf(rated: number | null | undefined): number {
  if (rated === null || rated === undefined || !isNominalVoltage(rated)) return USUAL_NOMINAL;
  return rated >= 380 && rated <= 415 ? Math.round(rated / Math.sqrt(3) / 10) * 10 : rated;
}
