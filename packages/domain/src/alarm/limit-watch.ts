/**
 * When a measured value is an alarm: beyond its limit for a while, until it has been on the good
 * side of a nearer limit for a while (hysteresis). Time is the readings' own. The fold is causal:
 * what comes out of order or too late is history and changes nothing (docs/promises.md R5), which
 * `isTimely` decides once for all watches of a device.
 */

/** What is told of later than that never raises and never ends an alarm. */
export const ALARM_LATE_MS = 600_000;

export interface WatchLimits {
  /** On which side of `limit` the value is an alarm. */
  readonly side: 'above' | 'below';
  readonly limit: number;
  /** On the good side of `limit`. */
  readonly clear: number;
  readonly delayS: number;
  readonly holdS: number;
}

/** Small enough to be kept of every phase of every device. */
export interface WatchState {
  readonly isRaised: boolean;
  /** Since when it is beyond the limit, as long as that has not counted yet; epoch ms. */
  readonly beyondSince: number | null;
  /** Of a raised one: since when it is on the good side of `clear`. */
  readonly goodSince: number | null;
  /** Of a raised one: it was on the good side since the last excursion. */
  readonly wasGood: boolean;
}

export type WatchChange = 'raise' | 'again' | 'clear';

export interface Watched {
  readonly state: WatchState;
  readonly change?: WatchChange;
}

export const AT_REST: WatchState = {
  isRaised: false,
  beyondSince: null,
  goodSince: null,
  wasGood: false,
};
export const RAISED: WatchState = { ...AT_REST, isRaised: true };

const REST: Watched = { state: AT_REST };

/** Newer than all before it, and told in time. */
export function isTimely(newestAt: number, at: number, arrivedAt: number): boolean {
  return at > newestAt && arrivedAt - at <= ALARM_LATE_MS;
}

/** The next timely reading of the value, epoch ms. */
export function watch(limits: WatchLimits, state: WatchState, at: number, value: number): Watched {
  const { side, limit, clear, delayS, holdS } = limits;
  const isBeyond = side === 'above' ? value > limit : value < limit;
  if (!state.isRaised) {
    if (!isBeyond) return REST;
    const since = state.beyondSince ?? at;
    if (at - since >= delayS * 1000) return { state: RAISED, change: 'raise' };
    return since === state.beyondSince ? { state } : { state: { ...AT_REST, beyondSince: since } };
  }
  if (isBeyond) return beyondAgain(state, at, delayS);
  const isGood = side === 'above' ? value <= clear : value >= clear;
  if (!isGood) return { state: { ...state, beyondSince: null, goodSince: null } };
  const since = state.goodSince ?? at;
  if (at - since >= holdS * 1000) return { state: AT_REST, change: 'clear' };
  return { state: { isRaised: true, beyondSince: null, goodSince: since, wasGood: true } };
}

/** A new excursion counts when it has lasted as long as one that raises. */
function beyondAgain(state: WatchState, at: number, delayS: number): Watched {
  if (!state.wasGood) return { state: RAISED };
  const since = state.beyondSince ?? at;
  if (at - since >= delayS * 1000) return { state: RAISED, change: 'again' };
  return { state: { isRaised: true, beyondSince: since, goodSince: null, wasGood: true } };
}
