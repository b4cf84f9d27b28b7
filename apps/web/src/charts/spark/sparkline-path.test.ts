import { describe, expect, it } from 'vitest';
import { sparklinePath, splitSegments } from './sparkline-path.ts';

const box = { width: 100, height: 22, startMs: 0, endMs: 100, gapMs: 30, leastRange: 1 };

describe('sparkline segments', () => {
  it('end where the pause between readings exceeds the gap limit', () => {
    const points = [0, 10, 80, 90].map((ts) => ({ ts, value: ts }));
    expect(splitSegments(points, 30).map((s) => s.map((p) => p.ts))).toEqual([
      [0, 10],
      [80, 90],
    ]);
  });

  it('are in time order even when readings arrived late', () => {
    const points = [20, 0, 10].map((ts) => ({ ts, value: 1 }));
    expect(splitSegments(points, 30)[0]?.map((p) => p.ts)).toEqual([0, 10, 20]);
  });
});

describe('a sparkline', () => {
  it('runs from the lowest value at the bottom to the highest at the top', () => {
    const path = sparklinePath(
      [
        { ts: 0, value: 10 },
        { ts: 30, value: 20 },
      ],
      box,
    );
    expect(path).toBe('M0 21L30 1');
  });

  it('draws a constant value in the middle', () => {
    const points = [0, 20].map((ts) => ({ ts, value: 230 }));
    expect(sparklinePath(points, box)).toBe('M0 11L20 11');
  });

  it('is not drawn across a gap', () => {
    const points = [0, 20, 80, 100].map((ts) => ({ ts, value: 5 }));
    expect(sparklinePath(points, box)).toBe('M0 11L20 11M80 11L100 11');
  });

  it('draws a dot for a single reading', () => {
    expect(sparklinePath([{ ts: 50, value: 5 }], box)).toBe('M50 11h0.1');
  });

  it('is empty without readings in the span', () => {
    expect(sparklinePath([{ ts: 500, value: 5 }], box)).toBe('');
  });
});
