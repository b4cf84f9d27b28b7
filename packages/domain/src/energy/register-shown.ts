/**
 * Recent consumption of a register, and the value that is therefore credible after a restart at
 * zero. The limit alone is not sufficient: after a long gap it allows any value, so the initial
 * count of a used replacement meter would be billed.
 */
import { COMMON_W, UNKNOWN_W, whAtLimit } from './energy-limit.ts';
import type { RegisterShown, RegisterState } from './register-state.ts';

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;
/** Factor above the earlier consumption, because loads change with the season and the tenant. */
const TIMES_SHOWN = 3;

export function nothingShown(at: number): RegisterShown {
  return { since: at, wh: 0, laterSince: at, laterWh: 0 };
}

/**
 * Adds the consumption seen between two accepted readings. Only the last one or two weeks are
 * retained, so that old or corrected values no longer have an effect.
 */
export function shownAfter(
  shown: RegisterShown,
  from: number,
  at: number,
  seenWh: number,
): RegisterShown {
  if (Math.floor(from / WEEK_MS) !== Math.floor(at / WEEK_MS)) {
    const { laterSince: since, laterWh } = shown;
    return { since, wh: laterWh + seenWh, laterSince: from, laterWh: seenWh };
  }
  if (seenWh === 0) return shown;
  // Fields are copied one by one: a spread makes the whole fold several times slower.
  const { since, wh, laterSince, laterWh } = shown;
  return { since, wh: wh + seenWh, laterSince, laterWh: laterWh + seenWh };
}

/**
 * The maximum energy, in Wh, that is credible at `at` as consumed since 0: an hour at the limit, or
 * three times the consumption in a period of the same length, but at most three times that of the
 * whole known period.
 */
export function credibleSinceZeroWh(
  { base, shown }: Pick<RegisterState, 'base' | 'shown'>,
  at: number,
  limitW: number,
): number {
  const silentMs = at - base.at;
  const knownMs = base.at - shown.since;
  const part = knownMs === 0 ? 0 : Math.min(1, silentMs / knownMs);
  // If the ratings of a breaker are unknown, its limit is not meaningful.
  const hourWh = whAtLimit(limitW === UNKNOWN_W ? COMMON_W : limitW, HOUR_MS);
  return Math.min(whAtLimit(limitW, silentMs), Math.max(hourWh, TIMES_SHOWN * shown.wh * part));
}
