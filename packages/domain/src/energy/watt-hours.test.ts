import { describe, expect, it } from 'vitest';
import { kwhOfWh, whOfKwh } from './watt-hours.ts';

describe('watt-hours of a register', () => {
  it.each([
    ['0', 0],
    ['999999.99', 999_999_990],
    ['0.0004', 0],
    ['0.0005', 1],
    ['1.0005', 1001],
    ['1.00049999', 1000],
    ['4294967.2955', 4_294_967_296],
    ['1000000000000', 1e15],
    ['123456789.1234', 123_456_789_123],
    [1.0005, 1001],
    [5e-4, 1],
    [4e-7, 0],
  ])('are computed from %s kWh as %i Wh', (kwh, wh) => {
    expect(whOfKwh(kwh)).toBe(wh);
  });

  it('are printed as kWh with at most three decimals', () => {
    for (let wh = 0; wh < 5000; wh += 1) {
      expect(String(kwhOfWh(wh))).toMatch(/^\d+(\.\d{1,3})?$/);
    }
    expect(kwhOfWh(123_456_789)).toBe(123_456.789);
  });
});
