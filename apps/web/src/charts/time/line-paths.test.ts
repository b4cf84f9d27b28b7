import { describe, expect, it } from 'vitest';
import { type PixelColumn, pixelRuns, rangedParts } from './line-paths.ts';

const column = (x: number, top: number, bottom = top): PixelColumn => ({ x, top, bottom });

describe('pixel columns of a line', () => {
  it.each([
    {
      name: 'retains every reading that has a pixel column of its own',
      xs: [0, 1, 2],
      tops: [50, 51, 52],
      bottoms: [50, 51, 52],
      runs: [[column(0, 50), column(1, 51), column(2, 52)]],
    },
    {
      name: 'retains a peak of one reading among readings of the same pixel column',
      xs: [0, 0, 0, 1],
      tops: [50, 3, 50, 50],
      bottoms: [50, 3, 50, 50],
      runs: [[column(0, 3, 50), column(1, 50)]],
    },
    {
      name: 'retains a drop of one reading among readings of the same pixel column',
      xs: [0, 0, 0, 1],
      tops: [50, 97, 50, 50],
      bottoms: [50, 97, 50, 50],
      runs: [[column(0, 50, 97), column(1, 50)]],
    },
    {
      name: 'merges the ranges of time columns that share a pixel column',
      xs: [0, 0],
      tops: [40, 45],
      bottoms: [60, 70],
      runs: [[column(0, 40, 70)]],
    },
    {
      name: 'continues over a column without a value and ends at a gap',
      xs: [0, 1, 2, 3, 4],
      tops: [50, undefined, 52, null, 54],
      bottoms: [50, undefined, 52, null, 54],
      runs: [[column(0, 50), column(2, 52)], [column(4, 54)]],
    },
    {
      name: 'does not merge readings on both sides of a gap',
      xs: [0, 0, 0],
      tops: [50, null, 10],
      bottoms: [50, null, 10],
      runs: [[column(0, 50)], [column(0, 10)]],
    },
  ])('$name', ({ xs, tops, bottoms, runs }) => {
    expect(pixelRuns(xs, tops, bottoms)).toEqual(runs);
  });
});

describe('parts of a line with a range', () => {
  it.each([
    { name: 'a line of single readings', run: [column(0, 5), column(1, 6)], parts: [] },
    {
      name: 'one column with a range and its neighbours',
      run: [column(0, 5), column(1, 6), column(2, 1, 9), column(3, 6), column(4, 6)],
      parts: [[1, 3]],
    },
    {
      name: 'two separate parts',
      run: [column(0, 1, 2), column(1, 5), column(2, 5), column(3, 1, 2)],
      parts: [
        [0, 1],
        [2, 3],
      ],
    },
    { name: 'a single column', run: [column(0, 1, 9)], parts: [] },
  ])('are, for $name, $parts', ({ run, parts }) => {
    expect(rangedParts(run)).toEqual(parts);
  });
});
