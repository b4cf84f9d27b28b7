import { describe, expect, it } from 'vitest';
import { isLoadOfNow, type NewestLoad, powerNowKw } from './power-now.ts';

const NOW = 10_000_000;

const load = (more: Partial<NewestLoad>): NewestLoad => ({
  presence: 'online',
  loadKw: 4,
  loadAt: NOW - 60_000,
  actionAt: null,
  expectedIntervalS: 60,
  ...more,
});

describe('a load of now', () => {
  it.each<[string, Partial<NewestLoad>, boolean]>([
    ['a recent reading', {}, true],
    ['a recent reading of no load', { loadKw: 0 }, true],
    ['a reading of exactly three intervals ago', { loadAt: NOW - 180_000 }, true],
    ['an older reading', { loadAt: NOW - 180_001 }, false],
    ['a slow device', { loadAt: NOW - 900_000, expectedIntervalS: 300 }, true],
    ['a late device', { presence: 'late' }, false],
    ['an offline device', { presence: 'offline' }, false],
    ['no reading', { loadKw: null, loadAt: null }, false],
    ['a reading without power', { loadKw: null }, false],
    ['a reading from before the last switching', { actionAt: NOW - 59_999 }, false],
    ['a reading of the moment of the switching', { actionAt: NOW - 60_000 }, true],
  ])('%s', (_, more, expected) => {
    expect(isLoadOfNow(load(more), NOW)).toBe(expected);
  });
});

describe('power now', () => {
  it.each([
    ['no device', 0, 0, [], null],
    ['devices without load', 3, 0, [], 0],
    ['devices without a supply meter', 3, 12.3456, [], 12.346],
    ['one that feeds back', 2, -4, [], -4],
    ['an incomer and its branches once', 4, 1, [{ incomerKw: 10, branchesKw: 9.8 }], 11],
    ['an incomer of branches without readings', 1, 0, [{ incomerKw: 10, branchesKw: 0 }], 10],
    ['branches on battery', 3, 0, [{ incomerKw: 0, branchesKw: 5 }], 5],
    ['a supply that feeds back', 3, 0, [{ incomerKw: -7, branchesKw: -6.5 }], -7],
  ])('of %s', (_, counted, otherKw, supplies, expected) => {
    expect(powerNowKw(counted, otherKw, supplies)).toBe(expected);
  });
});
