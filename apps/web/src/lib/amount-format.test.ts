import { describe, expect, it } from 'vitest';
import { formatEnergy, formatMoney, wholePercent } from './amount-format.ts';

describe('energy', () => {
  it.each([
    [0, '0.00'],
    [1234.5, '1,234.50'],
    [0.125, '0.125'],
    [-0.005, '-0.005'],
    [1_000_000, '1,000,000.00'],
  ])('of %d kWh reads %s: nothing is rounded away', (kwh, text) => {
    expect(formatEnergy(kwh, 'en-GB')).toBe(text);
  });

  it('keeps Latin digits in Arabic', () => {
    expect(formatEnergy(12.5, 'ar-u-nu-latn')).toMatch(/^12[.,٫]50$/);
  });
});

it('money always has two decimals', () => {
  expect([12, 12.5, 1234.56].map((amount) => formatMoney(amount, 'en-GB'))).toEqual([
    '12.00',
    '12.50',
    '1,234.56',
  ]);
});

describe('a fraction as per cent', () => {
  it.each([
    [0.29, 29],
    [0.5799, 57],
    [-0.129, -12],
    [-0.004, 0],
    [0.009999999, 0],
    [1.15, 115],
    [2, 200],
  ])('%d is %d: truncated, and no victim of binary fractions', (fraction, percent) => {
    expect(wholePercent(fraction)).toBe(percent);
  });
});
