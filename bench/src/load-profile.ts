/**
 * Load profile L1 of docs/promises.md: of the messages 5 % are sent twice, half of those with the
 * DUP flag and half without, 5 % are up to ten minutes late and out of order, 1 % share a timestamp
 * with other content. By counting, so that every run sends the same.
 */
export interface Turn {
  /** The reading is of so long ago, ms; odd, where the time of those in order is even. */
  readonly lateMs: number;
  /** As the reading before, with other content. */
  readonly isSameTime: boolean;
  /** Comes once more with the device's next message: as it was, or as a message of its own. */
  readonly again: 'with DUP' | 'without DUP' | undefined;
}

const ON_TIME: Turn = { lateMs: 0, isSameTime: false, again: undefined };
const LATEST_MS = 600_000;
/** Places of the cycles; apart, so that no message is two things. */
const [TWICE, LATE, SAME_TIME] = [0, 7, 13];

/** `count`: of the messages of one device, each device beginning elsewhere. */
export function turnOf(profile: 'L1' | undefined, count: number): Turn {
  if (profile === undefined) return ON_TIME;
  const place = count % 20;
  if (place === TWICE) {
    return { ...ON_TIME, again: count % 40 === TWICE ? 'with DUP' : 'without DUP' };
  }
  // A prime, so that they come in no order and spread over all of it.
  if (place === LATE) return { ...ON_TIME, lateMs: ((count * 104_729 * 2) % LATEST_MS) + 1 };
  if (count % 100 === SAME_TIME) return { ...ON_TIME, isSameTime: true };
  return ON_TIME;
}
