import { describe, expect, it } from 'vitest';
import { LONGEST_PAUSE_MS, reconnectPauseMs } from './reconnect-policy.ts';

describe('the pause before a reconnect', () => {
  it.each([
    [1, 500, 1_000],
    [2, 1_000, 2_000],
    [3, 2_000, 4_000],
    [5, 8_000, 16_000],
    [6, 15_000, 30_000],
    [60, 15_000, 30_000],
    [5_000, 15_000, 30_000],
  ])('of attempt %i is between %i and %i ms', (attempt, least, most) => {
    expect(reconnectPauseMs(attempt, 0)).toBe(least);
    expect(reconnectPauseMs(attempt, 0.999_999_9)).toBe(most);
  });

  it('is random over half of its length', () => {
    const pauses = new Set([0, 0.25, 0.5, 0.75].map((random) => reconnectPauseMs(9, random)));
    expect(pauses.size).toBe(4);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(LONGEST_PAUSE_MS);
  });
});
