import { describe, expect, it } from 'vitest';
import { epochMs } from './epoch-seconds.ts';

describe('epochMs', () => {
  it.each([
    [1767225600, 1_767_225_600_000],
    [1767225600.999, 1_767_225_600_999],
    [1767225600.001, 1_767_225_600_001],
    [1767225600.1239, 1_767_225_600_123],
    [1767225600.999999, 1_767_225_600_999],
    [0, 0],
    [-0.5, -500],
    [-1.0005, -1001],
  ])('converts %s s to %d ms and truncates the remainder', (seconds, ms) => {
    expect(epochMs(seconds)).toBe(ms);
  });

  it('is exact to the millisecond for every fraction', () => {
    for (let ms = 0; ms < 1000; ms++) {
      const at = 1_767_225_600_000 + ms;
      expect(epochMs(at / 1000)).toBe(at);
    }
  });
});
