import { describe, expect, it } from 'vitest';
import { type BreakerLoad, lostLoad } from './lost-load.ts';

const load = (loadKw: number | null, loadAt: number | null, actionAt: number | null = 10) =>
  ({ loadKw, loadAt, actionAt }) satisfies BreakerLoad;

describe('the load that is interrupted', () => {
  it.each([
    ['none', [], { kw: 0, known: 0, unknown: 0, oldestAt: null }],
    [
      'three breakers',
      [load(12.5, 70), load(0, 50), load(13.75, 60)],
      { kw: 26.25, known: 3, unknown: 0, oldestAt: 50 },
    ],
    [
      'one that exports',
      [load(-4, 50), load(6, 50)],
      { kw: 10, known: 2, unknown: 0, oldestAt: 50 },
    ],
    [
      'without a reading',
      [load(null, null), load(6, 50)],
      { kw: 6, known: 1, unknown: 1, oldestAt: 50 },
    ],
    ['without a power', [load(null, 50)], { kw: 0, known: 0, unknown: 1, oldestAt: null }],
    [
      'measured before the last switching',
      [load(6, 9), load(6, 10), load(6, 9, null)],
      { kw: 12, known: 2, unknown: 1, oldestAt: 9 },
    ],
  ])('of %s', (_, breakers, expected) => {
    expect(lostLoad(breakers)).toEqual(expected);
  });
});
