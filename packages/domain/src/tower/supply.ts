/**
 * State of the tower's mains. A single reading without mains is no outage, and a single good one
 * does not end an outage: both must last. Times are those of the readings; a gap proves nothing
 * about the time in between.
 */

export const MAINS_STATES = ['unknown', 'present', 'failing', 'absent', 'returning'] as const;
export type MainsState = (typeof MAINS_STATES)[number];

export type MainsEvent = 'seen' | 'seen-long' | 'missed' | 'missed-long';

export const MAINS_TRANSITIONS: Readonly<
  Record<MainsState, Readonly<Partial<Record<MainsEvent, MainsState>>>>
> = {
  unknown: { seen: 'present', missed: 'failing' },
  present: { missed: 'failing' },
  failing: { seen: 'present', 'missed-long': 'absent' },
  absent: { seen: 'returning' },
  returning: { missed: 'absent', 'seen-long': 'present' },
};

export interface Mains {
  readonly state: MainsState;
  /** First reading in this state; epoch ms. */
  readonly since: number;
  /** First reading without mains in the current outage; null if there is none. */
  readonly absentSince: number | null;
}

export const MAINS_UNKNOWN: Mains = { state: 'unknown', since: 0, absentSince: null };

export interface MainsReading {
  readonly at: number;
  readonly isPresent: boolean;
  /** True if the previous reading is too old to prove anything about the time in between. */
  readonly afterGap: boolean;
}

/** Durations, ms, for which mains must be missing, or present again, before the state changes. */
export interface MainsDelays {
  readonly missedMs: number;
  readonly seenMs: number;
}

export function nextMains(before: Mains, reading: MainsReading, delays: MainsDelays): Mains {
  const { at, isPresent, afterGap } = reading;
  const mains = afterGap ? fromNow(before, at) : before;
  const first = move(mains, isPresent ? 'seen' : 'missed', at);
  const lasts = at - first.since >= (isPresent ? delays.seenMs : delays.missedMs);
  return lasts ? move(first, isPresent ? 'seen-long' : 'missed-long', at) : first;
}

/** A pending transition starts again; a current outage continues. */
const fromNow = (mains: Mains, at: number): Mains =>
  mains.state === 'failing' || mains.state === 'returning' ? { ...mains, since: at } : mains;

function move(mains: Mains, event: MainsEvent, at: number): Mains {
  const state = MAINS_TRANSITIONS[mains.state][event];
  if (state === undefined) return mains;
  if (state === 'absent') {
    return { state, since: at, absentSince: mains.absentSince ?? mains.since };
  }
  return { state, since: at, absentSince: state === 'returning' ? mains.absentSince : null };
}
