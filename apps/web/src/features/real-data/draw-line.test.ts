import { describe, expect, it } from 'vitest';
import { rangeOf } from './draw-line.ts';

describe('the scale of a line', () => {
  it.each([
    ['a flat line stays in the middle', [230, 230], 4, [228, 232]],
    ['more than the least range fills it', [210, 250], 4, [210, 250]],
    ['nothing below zero of what is never negative', [0, 0.1], 0.5, [0, 0.5]],
    ['below zero where the value is', [-0.2, 0.1], 0.5, [-0.3, 0.2]],
  ])('%s', (_case, values, leastRange, [bottom, top]) => {
    const range = rangeOf(
      values.map((value, ts) => ({ ts, value })),
      leastRange,
    )!;
    expect(range.bottom).toBeCloseTo(bottom!);
    expect(range.top).toBeCloseTo(top!);
    expect([range.low, range.high]).toEqual(values);
  });

  it('is none without readings', () => {
    expect(rangeOf([], 4)).toBeUndefined();
  });
});
