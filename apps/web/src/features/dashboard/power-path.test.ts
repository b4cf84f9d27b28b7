import { describe, expect, it } from 'vitest';
import { curvePaths, QUARTER_MS } from './power-path.ts';

const FROM = 10 * QUARTER_MS;

describe('the curve of power', () => {
  it('begins at zero and breaks where the power is unknown', () => {
    const { line, area } = curvePaths({ from: FROM, kw: [2, null, 4, 0] }, null, 43);
    expect(line).toBe('M0 23L0.5 23L1 23M2 3L2.5 3L3.5 43L4 43');
    expect(area).toBe('M0 43L0 23L0.5 23L1 23L1 43ZM2 43L2 3L2.5 3L3.5 43L4 43L4 43Z');
  });

  it.each([
    ['inside the curve', FROM + 2 * QUARTER_MS, 'M2.5 3h0.01'],
    ['before it', FROM - QUARTER_MS, undefined],
    ['after it', FROM + 4 * QUARTER_MS, undefined],
  ])('marks a peak %s', (_, at, dot) => {
    expect(curvePaths({ from: FROM, kw: [2, 3, 4, 0] }, { kw: 4, at }, 43).dot).toBe(dot);
  });

  it('is a flat line without load, and empty without energy', () => {
    expect(curvePaths({ from: FROM, kw: [0, 0] }, null, 40).line).toBe('M0 39L0.5 39L1.5 39L2 39');
    expect(curvePaths({ from: FROM, kw: [null] }, null, 40).line).toBe('');
  });
});
