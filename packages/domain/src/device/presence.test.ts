import { describe, expect, it } from 'vitest';
import { presence, staleAfterMs } from './presence.ts';

const now = Date.UTC(2026, 0, 1);

/**
 * Columns: connected, expected interval (s), time since last seen (s, null: never seen), presence.
 */
const CASES = [
  [true, 60, 0, 'online'],
  [true, 60, 180, 'online'],
  [true, 60, 180.001, 'late'],
  [true, 10, 90, 'online'],
  [true, 10, 90.001, 'late'],
  [true, 60, 599.999, 'late'],
  [true, 60, 600, 'offline'],
  [true, 900, 2700, 'online'],
  [true, 900, 2700.001, 'offline'],
  [true, 60, -30, 'online'],
  [true, 60, null, 'late'],
  [false, 60, 0, 'offline'],
  [false, 60, null, 'offline'],
] as const;

describe('device presence', () => {
  it.each(CASES)(
    'connected %s, interval %i s, last seen %s s ago: %s',
    (connected, interval, silence, is) => {
      const heardAt = silence === null ? undefined : now - silence * 1000;
      expect(presence({ connected, heardAt, expectedIntervalS: interval, now })).toBe(is);
    },
  );
});

describe('maximum age of a current value', () => {
  it.each([
    ['uses the minimum for an unknown device', undefined, 180_000],
    ['uses the minimum for a device that reports every ten seconds', 10, 180_000],
    ['is three intervals for a device that reports every minute', 60, 180_000],
    ['is three intervals for a meter that reports every quarter of an hour', 900, 2_700_000],
  ])('%s', (_case, intervalS, staleMs) => {
    expect(staleAfterMs(intervalS)).toBe(staleMs);
  });
});
