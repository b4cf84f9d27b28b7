import { describe, expect, it } from 'vitest';
import { highestCurrentA, loadBand, loadPercent } from './load-percent.ts';

describe('the load in percent of the rated current', () => {
  it.each([
    ['the largest phase', { currentA: 18.2, currentB: 17.9, currentC: 18.4 }, 63, 29.2],
    ['one phase', { currentA: 5 }, 20, 25],
    ['a phase that exports', { currentA: -50, currentB: 12 }, 63, 79.4],
    ['above the rating', { currentC: 70 }, 63, 111.1],
    ['no load', { currentA: 0, currentB: 0, currentC: 0 }, 63, 0],
    ['no current', {}, 63, null],
    ['no rating', { currentA: 5 }, null, null],
    ['a rating of zero', { currentA: 5 }, 0, null],
  ])('of %s', (_, measured, ratedA, expected) => {
    expect(loadPercent(highestCurrentA(measured), ratedA)).toBe(expected);
  });

  it.each([
    [0, 'normal'],
    [80, 'normal'],
    [80.1, 'high'],
    [100, 'high'],
    [100.1, 'over'],
  ])('of %d is %s', (percent, band) => {
    expect(loadBand(percent)).toBe(band);
  });
});
