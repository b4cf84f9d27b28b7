import { describe, expect, it } from 'vitest';
import { isCsq, signalBand, signalDbm } from './signal.ts';

describe('signal strength', () => {
  it.each([
    [0, 'veryWeak', -113],
    [5, 'veryWeak', -103],
    [6, 'weak', -101],
    [9, 'weak', -95],
    [10, 'fair', -93],
    [14, 'fair', -85],
    [15, 'good', -83],
    [19, 'good', -75],
    [20, 'excellent', -73],
    [31, 'excellent', -51],
    [99, 'unknown', undefined],
    [32, 'unknown', undefined],
    [-1, 'unknown', undefined],
    [12.5, 'unknown', undefined],
  ] as const)('of csq %s is %s, %s dBm', (csq, band, dbm) => {
    expect(signalBand(csq)).toBe(band);
    expect(signalDbm(csq)).toBe(dbm);
  });

  it('is unknown if nothing was reported', () => {
    expect(signalBand(undefined)).toBe('unknown');
  });

  it('accepts 0 to 31 and 99', () => {
    expect([0, 31, 99].every(isCsq)).toBe(true);
    expect([-1, 32, 98, 100, '20', null].some(isCsq)).toBe(false);
  });
});
