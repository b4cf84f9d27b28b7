/**
 * What a register has shown of late, and what it may therefore show since it began again at 0. The
 * limit alone is no measure of that: in a long silence it allows everything, and what a used meter
 * was fitted with would be billed.
 */
import { COMMON_W, UNKNOWN_W, whAtLimit } from './energy-limit.ts';
import type { RegisterShown, RegisterState } from './register-state.ts';

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;
/** Loads change with the season and the tenant. */
const TIMES_SHOWN = 3;

export function nothingShown(at: number): RegisterShown {
  return { since: at, wh: 0, laterSince: at, laterWh: 0 };
}

/**
 * With what was seen between two accepted readings. The last week or two are kept, so that what is
 * long past, or was corrected, makes no difference any more.
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
  // Named one by one: a spread makes the whole fold several times slower.
  const { since, wh, laterSince, laterWh } = shown;
  return { since, wh: wh + seenWh, laterSince, laterWh: laterWh + seenWh };
}

/**
 * The most, in Wh, that is credible at `at` as used since 0: an hour at the limit, or three times
 * what was shown in as long a time, and in all of the time that is known at most.
 */
export function credibleSinceZeroWh(
  { base, shown }: Pick<RegisterState, 'base' | 'shown'>,
  at: number,
  limitW: number,
): number {
  const silentMs = at - base.at;
  const knownMs = base.at - shown.since;
  const part = knownMs === 0 ? 0 : Math.min(1, silentMs / knownMs);
  // Of a breaker whose ratings nobody has told, the limit says nothing.
  const hourWh = whAtLimit(limitW === UNKNOWN_W ? COMMON_W : limitW, HOUR_MS);
  return Math.min(whAtLimit(limitW, silentMs), Math.max(hourWh, TIMES_SHOWN * shown.wh * part));
}
