import { describe, expect, it } from 'vitest';
import { problemOfCells, type WallCell, wallVerdict } from './wall-cell.ts';

const STALE_MS = 180_000;

describe('a value on the wall', () => {
  it.each([
    ['nothing was ever heard', 207, 253, undefined, Number.POSITIVE_INFINITY, 'none'],
    ['fresh and within', 207, 253, 230, 0, 'within'],
    ['on the lower limit', 207, 253, 207, 0, 'within'],
    ['on the upper limit', 207, 253, 253, 0, 'within'],
    ['below', 207, 253, 206.9, 0, 'low'],
    ['above', 207, 253, 253.1, 0, 'high'],
    ['above, only an upper limit', null, 63, 63.1, 0, 'high'],
    ['below, only a lower limit', 0.9, null, -0.5, 0, 'low'],
    ['no limits', null, null, 12, 0, 'plain'],
    ['as old as may be', 207, 253, 230, STALE_MS, 'within'],
    ['too old, and too high', 207, 253, 300, STALE_MS + 1, 'stale'],
    ['a zero limit is a limit', null, 0, 0.1, 0, 'high'],
  ] as const)('%s', (_case, low, high, value, ageMs, verdict) => {
    expect(wallVerdict({ low, high }, value, ageMs, STALE_MS)).toBe(verdict);
  });
});

describe('cells of a layout', () => {
  const cell = (part: Partial<WallCell> = {}): WallCell => ({
    device: 'A',
    quantity: 'voltageA',
    low: 207,
    high: 253,
    ...part,
  });

  it.each([
    ['none', [], null],
    ['two devices', [cell(), cell({ device: 'B' })], null],
    ['two quantities', [cell(), cell({ quantity: 'voltageB' })], null],
    ['the same twice', [cell(), cell({ low: null })], { at: 1, problem: 'cell-twice' }],
    ['crossed', [cell({ low: 253, high: 207 })], { at: 0, problem: 'limits-crossed' }],
    ['equal', [cell({ low: 230, high: 230 })], { at: 0, problem: 'limits-crossed' }],
    ['no meter sees it', [cell({ high: 1001 })], { at: 0, problem: 'limit-out-of-range' }],
    ['below all meters', [cell({ low: -1001 })], { at: 0, problem: 'limit-out-of-range' }],
  ] as const)('%s', (_case, cells, problem) => {
    expect(problemOfCells(cells)).toEqual(problem);
  });
});
