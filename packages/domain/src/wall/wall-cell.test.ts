import { describe, expect, it } from 'vitest';
import { problemOfCells, type WallCell, wallVerdict } from './wall-cell.ts';

const STALE_MS = 180_000;

describe('value on a live wall', () => {
  it.each([
    ['no report at all', 207, 253, undefined, Number.POSITIVE_INFINITY, 'none'],
    ['a fresh value within the limits', 207, 253, 230, 0, 'within'],
    ['a value at the lower limit', 207, 253, 207, 0, 'within'],
    ['a value at the upper limit', 207, 253, 253, 0, 'within'],
    ['a value below the lower limit', 207, 253, 206.9, 0, 'low'],
    ['a value above the upper limit', 207, 253, 253.1, 0, 'high'],
    ['a value above the only limit', null, 63, 63.1, 0, 'high'],
    ['a value below the only limit', 0.9, null, -0.5, 0, 'low'],
    ['no limits', null, null, 12, 0, 'plain'],
    ['a value of the maximum age', 207, 253, 230, STALE_MS, 'within'],
    ['a stale value that is too high', 207, 253, 300, STALE_MS + 1, 'stale'],
    ['a limit of zero', null, 0, 0.1, 0, 'high'],
  ] as const)('is evaluated for %s', (_case, low, high, value, ageMs, verdict) => {
    expect(wallVerdict({ low, high }, value, ageMs, STALE_MS)).toBe(verdict);
  });
});

describe('cells of a live wall', () => {
  const cell = (part: Partial<WallCell> = {}): WallCell => ({
    device: 'A',
    quantity: 'voltageA',
    low: 207,
    high: 253,
    ...part,
  });

  it.each([
    ['no cells', [], null],
    ['two devices', [cell(), cell({ device: 'B' })], null],
    ['two quantities', [cell(), cell({ quantity: 'voltageB' })], null],
    ['a repeated cell', [cell(), cell({ low: null })], { at: 1, problem: 'cell-twice' }],
    ['crossed limits', [cell({ low: 253, high: 207 })], { at: 0, problem: 'limits-crossed' }],
    ['equal limits', [cell({ low: 230, high: 230 })], { at: 0, problem: 'limits-crossed' }],
    [
      'a limit above the range of any meter',
      [cell({ high: 1001 })],
      { at: 0, problem: 'limit-out-of-range' },
    ],
    [
      'a limit below the range of any meter',
      [cell({ low: -1001 })],
      { at: 0, problem: 'limit-out-of-range' },
    ],
  ] as const)('are validated with %s', (_case, cells, problem) => {
    expect(problemOfCells(cells)).toEqual(problem);
  });
});
