import { describe, expect, it } from 'vitest';
import { fittingRows, pageAfterFit } from './fitting-rows.ts';

const STANDARD = { windowPx: 900, topPx: 118, rowPx: 41, density: 'standard' } as const;

describe('the rows that fill a window', () => {
  it.each([
    ['of a laptop', {}, 16],
    ['of a laptop with rows of two lines', { rowPx: 64 }, 10],
    ['with low rows', { density: 'compact' }, 20],
    ['with high rows', { density: 'spacious' }, 13],
    ['below other parts of the page', { topPx: 318 }, 11],
    ['are at least five, however low it is', { windowPx: 200 }, 5],
    ['are at most 200, however high it is', { windowPx: 20_000 }, 200],
  ] as const)('%s', (_, changed, rows) => {
    expect(fittingRows({ ...STANDARD, ...changed })).toBe(rows);
  });

  it('end at the end of the window: one more row would scroll the page', () => {
    for (let windowPx = 400; windowPx < 1_400; windowPx += 1) {
      const used = 118 + 53 + 53 + 16 + 41 * fittingRows({ ...STANDARD, windowPx });
      if (windowPx >= 118 + 122 + 5 * 41) {
        expect(used).toBeLessThanOrEqual(windowPx);
        expect(used + 41).toBeGreaterThan(windowPx);
      }
    }
  });
});

describe('the page after the window changed', () => {
  it.each([
    [1, 10, 20, 1],
    [3, 10, 20, 2],
    [3, 20, 10, 5],
    [4, 10, 13, 3],
    [2, 13, 5, 3],
  ])('page %i of %i rows becomes, with %i rows, page %i', (page, old, rows, expected) => {
    expect(pageAfterFit(page, old, rows)).toBe(expected);
    const first = (page - 1) * old;
    expect(Math.floor(first / rows) + 1).toBe(expected);
  });
});
