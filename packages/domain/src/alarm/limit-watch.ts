/**
 * Evaluates a measured value against a limit: the alarm is raised after the value has been beyond
 * the limit for a delay, and cleared after it has been within a stricter clear limit for a hold
 * time (hysteresis). Times are those of the readings. The result is causal: a reading that is late
 * or out of order is history and changes nothing (docs/promises.md R5); `isTimely` decides this
 * once for all watches of a device.
 */

/** A reading that arrives later than this never raises or ends an alarm. */
export const ALARM_LATE_MS = 600_000;

export interface WatchLimits {
  /** The side of `limit` on which the value is an alarm. */
  readonly side: 'above' | 'below';
  readonly limit: number;
  /** Clear limit, on the side of `limit` that is not an alarm. */
  readonly clear: number;
  readonly delayS: number;
  readonly holdS: number;
}

/** State of a watch; small enough to be stored for every phase of every device. */
export interface WatchState {
  readonly isRaised: boolean;
  /** Start of an excursion that has not lasted for the delay yet; epoch ms. */
  readonly beyondSince: number | null;
  /** For a raised alarm: time since which the value has been within the clear limit. */
  readonly goodSince: number | null;
  /** For a raised alarm: true if the value was within the clear limit since the last excursion. */
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

/** True if the reading is newer than all earlier ones and arrived in time. */
export function isTimely(newestAt: number, at: number, arrivedAt: number): boolean {
  return at > newestAt && arrivedAt - at <= ALARM_LATE_MS;
}

/** Processes the next timely reading of the value; `at` is in epoch ms. */
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

/** A repeated excursion of a raised alarm counts after it has lasted for the delay. */
function beyondAgain(state: WatchState, at: number, delayS: number): Watched {
  if (!state.wasGood) return { state: RAISED };
  const since = state.beyondSince ?? at;
  if (at - since >= delayS * 1000) return { state: RAISED, change: 'again' };
  return { state: { isRaised: true, beyondSince: since, goodSince: null, wasGood: true } };
}
