import { describe, expect, it } from 'vitest';
import {
  KEY_SECONDS,
  type KeyUse,
  limitsInForce,
  secondsUntilRoom,
  usedLastMinute,
  usedToday,
} from './key-limit.ts';

const AT = 1_795_305_600;
const now = AT * 1000 + 400;

/** Builds the use of a key from its request counts, keyed by their age in seconds. */
function useOf(counts: Readonly<Record<number, number>>): KeyUse {
  const seconds = Array.from({ length: KEY_SECONDS }, (_, ago) => counts[ago] ?? 0);
  return { second: AT, seconds, day: '2026-11-22', used: 7, refused: 2 };
}

describe('rate limit of an API key', () => {
  it.each([
    ['the configured limit', { perMinute: 60, perDay: 5000 }, { perMinute: 60, perDay: 5000 }],
    ['the default limit', { perMinute: null, perDay: null }, { perMinute: 300, perDay: null }],
    [
      'the current maximum if it is lower',
      { perMinute: 9000, perDay: null },
      { perMinute: 6000, perDay: null },
    ],
  ])('is %s', (_, chosen, inForce) => {
    expect(limitsInForce(chosen, { usual: 300, most: 6000 })).toEqual(inForce);
  });

  it.each([
    ['the current second', { 0: 3 }, 0, 3],
    ['a count from a minute ago', { 60: 2, 0: 1 }, 0, 3],
    ['no older count after another second', { 60: 2, 0: 1 }, 1, 1],
    ['nothing after a long pause', { 0: 5 }, 3600, 0],
    ['all counts if a clock is behind', { 60: 2, 0: 1 }, -2, 3],
  ])('includes %s', (_, counts, later, used) => {
    expect(usedLastMinute(useOf(counts), now + later * 1000)).toBe(used);
  });

  it.each([
    ['is not reached', { 0: 2, 30: 2 }, 5, 0],
    ['waits for the oldest count only', { 0: 2, 30: 3 }, 5, 31],
    ['waits for as many counts as necessary', { 0: 4, 30: 1, 50: 1 }, 5, 31],
    ['waits for the newest count', { 0: 5 }, 5, 61],
    ['waits past older counts after the limit was lowered', { 0: 1, 10: 5, 40: 9 }, 2, 51],
  ])('%s', (_, counts, perMinute, wait) => {
    const use = useOf(counts);
    expect(secondsUntilRoom(use, perMinute, now)).toBe(wait);
    if (wait > 0)
      expect(usedLastMinute(use, now + (wait - 1) * 1000)).toBeGreaterThanOrEqual(perMinute);
    expect(usedLastMinute(use, now + wait * 1000)).toBeLessThan(perMinute);
  });

  it('restarts the daily counts on a new day', () => {
    expect(usedToday(useOf({}), '2026-11-22')).toEqual({ used: 7, refused: 2 });
    expect(usedToday(useOf({}), '2026-11-23')).toEqual({ used: 0, refused: 0 });
    expect(usedToday(undefined, '2026-11-23')).toEqual({ used: 0, refused: 0 });
    expect(usedLastMinute(undefined, now)).toBe(0);
  });
});
