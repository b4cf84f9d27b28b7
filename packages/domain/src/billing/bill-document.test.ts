import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CurrencyDecimals } from '../tariff/currency.ts';
import { billTotals, isTaxRate, taxOf } from './bill-document.ts';

describe('the tax of a bill', () => {
  it.each<[number, string, CurrencyDecimals, number]>([
    [10_000, '19', 2, 1900],
    [10_000, '0', 2, 0],
    [10_000, '100', 2, 10_000],
    [0, '19', 2, 0],
    // 0.5 hundredths are rounded away from zero, 0.49 are not.
    [250, '5', 2, 13],
    [249, '5', 2, 12],
    [50, '1', 2, 1],
    [49, '1', 2, 0],
    [1_000_000, '19.255', 2, 192_550],
    [1000, '0.05', 2, 1],
    [1000, '0.049', 2, 0],
    [100, '7.7', 2, 8],
    // A currency without minor units: 12.5 is 13 whole units, 12.45 is 12.
    [25_000, '5', 0, 1300],
    [24_900, '5', 0, 1200],
    [123_456_700, '18', 0, 22_222_200],
    // The tax of a credit has the size of the tax of a charge.
    [-250, '5', 2, -13],
    [-249, '5', 2, -12],
    [-25_000, '5', 0, -1300],
    [-49, '1', 2, 0],
    // Beyond 2^53 as a product: a binary fraction loses the last digit.
    [9_007_199_254_740_991, '33.333', 2, 3_002_369_727_582_815],
  ])('of %i at %s percent with %i decimals is %i', (subtotal, rate, decimals, tax) => {
    expect(taxOf(subtotal, rate, decimals)).toBe(tax);
  });

  it.each(['', '19%', '19,5', '-1', '100.001', '101', '1.2345', '.5', '5.', '1e1', ' 19', '١٩'])(
    'has no rate %j',
    (rate) => {
      expect(isTaxRate(rate)).toBe(false);
      expect(() => taxOf(100, rate, 2)).toThrow(RangeError);
    },
  );

  it.each(['0', '0.001', '5.5', '19', '019', '20.250', '100', '100.000'])(
    'has the rate %j',
    (rate) => {
      expect(isTaxRate(rate)).toBe(true);
    },
  );

  it('differs from the exact product by at most half of a payable unit', () => {
    const subtotals = fc.integer({ min: -1e9, max: 1e9 });
    const rates = fc.integer({ min: 0, max: 100_000 });
    fc.assert(
      fc.property(subtotals, rates, fc.constantFrom<CurrencyDecimals>(0, 2), (sum, rate, of) => {
        const text = `${Math.floor(rate / 1000)}.${String(rate % 1000).padStart(3, '0')}`;
        const tax = taxOf(sum, text, of);
        const unit = of === 0 ? 100 : 1;
        const error = BigInt(tax) * 100_000n - BigInt(sum) * BigInt(rate);
        expect((error < 0n ? -error : error) * 2n <= 100_000n * BigInt(unit)).toBe(true);
        expect(Math.abs(tax % unit)).toBe(0);
        expect(taxOf(-sum, text, of) + tax).toBe(0);
      }),
    );
  });
});

describe('the totals of a bill', () => {
  const amounts = (...values: (number | null)[]) => values.map((amount) => ({ amount }));
  const credits = (...values: number[]) => values.map((amount) => ({ amount }));
  const vat = { name: 'VAT', rate: '19' };

  it.each([
    ['devices only', amounts(1234, 5678), [], null, 6912, null, 6912],
    ['devices and adjustments', amounts(1234, 5678), credits(-912, 100), null, 6100, null, 6100],
    ['a tax', amounts(10_000), credits(50), vat, 10_050, 1910, 11_960],
    ['a credit', amounts(100), credits(-1100), vat, -1000, -190, -1190],
    ['nothing', [], [], vat, 0, 0, 0],
  ])('are correct: %s', (_, devices, adjustments, tax, subtotal, taxAmount, total) => {
    expect(billTotals(devices, adjustments, tax, 2)).toEqual({
      subtotal,
      tax: tax === null ? null : { ...tax, amount: taxAmount },
      total,
    });
  });

  it('have whole units in a currency without decimals', () => {
    expect(billTotals(amounts(33_300), [], { name: 'TVA', rate: '18' }, 0)).toEqual({
      subtotal: 33_300,
      tax: { name: 'TVA', rate: '18', amount: 6000 },
      total: 39_300,
    });
  });

  it('are unknown if a device has no amount', () => {
    expect(billTotals(amounts(100, null), credits(5), vat, 2)).toBeUndefined();
  });
});
