import { describe, expect, it } from 'vitest';
import { findGaps } from './gaps.ts';

const MINUTE = 60_000;
/** Returns ascending times that start at 0, from steps in minutes. */
const timesOf = (...steps: number[]) => {
  let at = 0;
  return [0, ...steps.map((step) => (at += step * MINUTE))];
};
const repeated = (step: number, count: number) => Array.from({ length: count }, () => step);
const gapsOf = (steps: number[], columnMs = MINUTE) =>
  findGaps(timesOf(...steps), { columnMs }).found.map(({ startMs, endMs }) => [
    startMs / MINUTE,
    endMs / MINUTE,
  ]);

describe('gap detection from neighbouring intervals', () => {
  it.each<[string, number[], number[][]]>([
    ['no readings', [], []],
    ['two readings', [60], []],
    ['an interval shortened from 5 min to 30 s', [...repeated(5, 6), ...repeated(0.5, 200)], []],
    ['an interval lengthened from 30 s to 5 min', [...repeated(0.5, 200), ...repeated(5, 6)], []],
    [
      'an outage among readings of each interval',
      [...repeated(5, 6), 16, ...repeated(5, 6), ...repeated(0.5, 90), 3, ...repeated(0.5, 9)],
      [
        [30, 46],
        [121, 124],
      ],
    ],
    ['a single missed reading', [1, 1, 2, 1, 1], []],
    ['an outage at the change', [...repeated(5, 6), 40, ...repeated(0.5, 9)], [[30, 70]]],
    [
      'single readings between outages',
      [...repeated(0.5, 9), 38, 38, 38],
      [
        [4.5, 42.5],
        [42.5, 80.5],
        [80.5, 118.5],
      ],
    ],
  ])('finds the gaps in %s', (_name, steps, expected) => {
    expect(gapsOf(steps)).toEqual(expected);
  });

  it('reports no gap shorter than 90 s or two columns', () => {
    expect(gapsOf([...repeated(1 / 60, 9), 1.5, ...repeated(1 / 60, 9)])).toEqual([]);
    expect(gapsOf([1, 1, 1, 1, 120, 1, 1], 60 * MINUTE)).toEqual([]);
    expect(gapsOf([1, 1, 1, 1, 121, 1, 1], 60 * MINUTE)).toEqual([[4, 125]]);
  });

  it.each([
    ['one-second readings', [1 / 60, 1 / 60], 0, 90_000],
    ['five-minute readings', repeated(5, 3), 0, 15 * MINUTE],
    ['both', [...repeated(5, 6), ...repeated(1 / 60, 99)], 0, 15 * MINUTE],
    ['wide columns', [1], 60 * MINUTE, 120 * MINUTE],
  ])('returns the minimum gap length for %s', (_name, steps, columnMs, expected) => {
    expect(findGaps(timesOf(...steps), { columnMs }).leastMs).toBe(expected);
  });
});
