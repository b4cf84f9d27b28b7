import { describe, expect, it } from 'vitest';
import { rangeOf, wallLine } from './wall-line.ts';

describe('the scale of a wall line', () => {
  it.each([
    ['centres a constant value', [230, 230], 4, [228, 232]],
    ['fits a range above the minimum', [210, 250], 4, [210, 250]],
    ['does not extend below zero without negative values', [0, 0.1], 0.5, [0, 0.5]],
    ['extends below zero for negative values', [-0.2, 0.1], 0.5, [-0.3, 0.2]],
  ])('%s', (_case, values, leastRange, [bottom, top]) => {
    const range = rangeOf(
      values.map((value, ts) => ({ ts, value })),
      leastRange,
    )!;
    expect(range.bottom).toBeCloseTo(bottom!);
    expect(range.top).toBeCloseTo(top!);
    expect([range.low, range.high]).toEqual(values);
  });

  it('is undefined without readings', () => {
    expect(rangeOf([], 4)).toBeUndefined();
  });
});

describe('a wall line', () => {
  const box = {
    width: 100,
    height: 34,
    startMs: 0,
    endMs: 1_000,
    gapMs: 60,
    leastRange: 1,
    low: null,
    high: null,
  };
  const at = (...pairs: readonly (readonly [number, number])[]) =>
    pairs.map(([ts, value]) => ({ ts, value }));

  it('spans the box with one unit of padding above and below', () => {
    expect(wallLine(at([0, 0], [50, 10]), box)).toEqual({
      range: { low: 0, high: 10, bottom: 0, top: 10 },
      line: 'M0 33L5 1',
      limits: '',
    });
  });

  it('breaks where the device was offline, and marks a single reading', () => {
    expect(wallLine(at([0, 0], [50, 10], [200, 10]), box)?.line).toBe('M0 33L5 1M20 1h3');
  });

  it('retains the peaks of a pixel column and only the points needed to draw them', () => {
    const many = at([1, 5], [2, 6], [3, 0], [4, 4], [5, 10], [6, 5], [7, 5], [11, 5]);
    expect(wallLine(many, box)?.line).toBe('M0.1 17L0.3 33L0.5 1L0.7 17L1.1 17');
  });

  it('shows the limits within its scale', () => {
    const range = at([0, 0], [50, 10]);
    expect(wallLine(range, { ...box, low: 5, high: 11 })?.limits).toBe('M0 17H100');
  });

  it('is undefined without readings', () => {
    expect(wallLine([], box)).toBeUndefined();
  });
});
