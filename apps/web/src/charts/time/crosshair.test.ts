import { describe, expect, it } from 'vitest';
import { nearestIndex } from './crosshair.ts';

describe('the index of the time nearest to the crosshair', () => {
  it.each([
    [[], 5, -1],
    [[10], 5, 0],
    [[10, 20, 30], 14, 0],
    [[10, 20, 30], 16, 1],
    [[10, 20, 30], 99, 2],
    [[10, 20, 30], -99, 0],
    [[10, 20, 30], 20, 1],
  ])('in %j at %d is %d', (times, ms, index) => {
    expect(nearestIndex(times, ms)).toBe(index);
  });
});
