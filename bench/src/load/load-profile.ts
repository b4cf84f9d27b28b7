/**
 * Load profile L1 of docs/promises.md: 5 % of the messages are sent twice, half of those with the
 * DUP flag and half without, 5 % are up to ten minutes late and out of order, 1 % have the
 * timestamp of another reading with different content. The messages are selected by counting, so
 * that every run sends the same.
 */
export interface Variant {
  /** Age of the reading in ms; odd, because the timestamps of readings in order are even. */
  readonly lateMs: number;
  /** True if the reading has the timestamp of the previous one, with different content. */
  readonly isSameTime: boolean;
  /** Set if the reading is sent again with the next message: unchanged, or as its own message. */
  readonly again: 'with DUP' | 'without DUP' | undefined;
}

const ON_TIME: Variant = { lateMs: 0, isSameTime: false, again: undefined };
const LATEST_MS = 600_000;
/** Positions in the profile's cycle; all different, so that no message has two variants. */
const [TWICE, LATE, SAME_TIME] = [0, 7, 13];

/**
 * Returns the variant of a message. `count` is the number of the device's messages so far; each
 * device starts at another value.
 */
export function variantOf(profile: 'L1' | undefined, count: number): Variant {
  if (profile === undefined) return ON_TIME;
  const place = count % 20;
  if (place === TWICE) {
    return { ...ON_TIME, again: count % 40 === TWICE ? 'with DUP' : 'without DUP' };
  }
  // The multiplication by a prime makes the delays unordered, and they cover the whole range.
  if (place === LATE) return { ...ON_TIME, lateMs: ((count * 104_729 * 2) % LATEST_MS) + 1 };
  if (count % 100 === SAME_TIME) return { ...ON_TIME, isSameTime: true };
  return ON_TIME;
}
