import { numbersOf } from '@busbar/domain/formats/number-format';
import { describe, expect, it } from 'vitest';
import { curvePath } from './curve-geometry.ts';

const BOX = { left: 50, top: 10, width: 200, height: 100 };

describe('a duration curve', () => {
  it('begins at its highest value and ends at the last fraction of the time', () => {
    const { points, floor } = curvePath(
      { at: (part) => 8 - 8 * part, highest: 8, lowest: 0 },
      BOX,
      numbersOf('en-GB'),
    );
    expect(points[0]).toEqual([50, 10]);
    expect(points[100]).toEqual([150, 60]);
    expect(points.at(-1)).toEqual([250, 110]);
    expect(floor).toBe(110);
  });

  it('has its base at zero and drops below zero where power is exported', () => {
    const above = curvePath({ at: () => 4, highest: 4, lowest: 4 }, BOX, numbersOf('en-GB'));
    expect(above.values.map(({ text }) => text)).toEqual(['0', '1', '2', '3', '4']);
    const below = curvePath({ at: () => -2, highest: -2, lowest: -2 }, BOX, numbersOf('en-GB'));
    expect(below.values.map(({ text }) => text)).toEqual(['−2', '−1.5', '−1', '−0.5', '0']);
    expect(below.points[0]).toEqual([50, 110]);
  });

  it('has grid lines at quarters of the time', () => {
    const { parts } = curvePath({ at: () => 0, highest: 0, lowest: 0 }, BOX, numbersOf('en-GB'));
    expect(parts.map(({ at, text }) => [at, text])).toEqual([
      [50, '0%'],
      [100, '25%'],
      [150, '50%'],
      [200, '75%'],
      [250, '100%'],
    ]);
  });
});
