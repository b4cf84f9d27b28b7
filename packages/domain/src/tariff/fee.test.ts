import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { feeThousandths, lineAmount, lineShare, lineShares } from './fee.ts';
import { priceOf } from './price.ts';

const anyWh = fc.integer({ min: 0, max: 50_000_000 });
const anyPrice = fc.integer({ min: 1, max: 999_999_999_999 });
const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0);

describe('bill line', () => {
  it.each([
    // Columns: Wh, price, minor units.
    [0, '1.25', 0],
    [1000, '1.25', 125],
    [1, '1.25', 0],
    [4, '1.25', 1], // 0.5 minor units go up
    [3, '1.25', 0],
    [12, '1.25', 2], // 1.5
    [10, '0.65', 1], // 0.65
    [1_000_000, '0.0001', 10],
    [49_999, '0.0001', 0],
    [50_000, '0.0001', 1], // exactly half
    [123_456_789, '0.26', 3_209_877], // 32,098.76514
    [1000, '99999999.9999', 10_000_000_000],
    [1_000_000_000, '99999999.9999', 9_999_999_999_990_000],
  ])('of %i Wh at %s amounts to %i', (wh, price, minor) => {
    if (minor > Number.MAX_SAFE_INTEGER) {
      expect(lineAmount(wh, priceOf(price))).toBe(Number.MAX_SAFE_INTEGER);
    } else expect(lineAmount(wh, priceOf(price))).toBe(minor);
  });

  it('is within half a minor unit of energy times price, and rounds half up', () => {
    fc.assert(
      fc.property(anyWh, anyPrice, (wh, price) => {
        const twice = 2n * (BigInt(wh) * BigInt(price) - BigInt(lineAmount(wh, price)) * 100_000n);
        // The difference exact - rounded is at least -half (an exact half was rounded up) and less
        // than half.
        expect(twice >= -100_000n && twice < 100_000n).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });

  it('is the sum of its days, none of which is negative', () => {
    fc.assert(
      fc.property(fc.array(anyWh, { maxLength: 31 }), anyPrice, (days, price) => {
        const shares = lineShares(days, price);
        expect(sum(shares)).toBe(lineAmount(sum(days), price));
        expect(shares.every((share) => share >= 0)).toBe(true);
        let before = 0;
        for (const [day, wh] of days.entries()) {
          expect(lineShare(before, wh, price)).toBe(shares[day]);
          before += wh;
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('differs for a day by less than one minor unit from energy times price', () => {
    fc.assert(
      fc.property(fc.array(anyWh, { maxLength: 31 }), anyPrice, (days, price) => {
        for (const [day, share] of lineShares(days, price).entries()) {
          const exact = BigInt(days[day] ?? 0) * BigInt(price);
          const off = BigInt(share) * 100_000n - exact;
          expect(off > -100_000n && off < 100_000n).toBe(true);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    [1000, '125.4', 12_500],
    [1000, '125.5', 12_600],
    [10, '125.5', 100],
    [0, '125.5', 0],
  ])(
    'is a whole number in a currency without decimals: %i Wh at %s amounts to %i',
    (wh, price, minor) => {
      expect(lineAmount(wh, priceOf(price), 0)).toBe(minor);
      expect(lineShare(wh, wh, priceOf(price), 0)).toBe(
        lineAmount(2 * wh, priceOf(price), 0) - minor,
      );
    },
  );

  it('rejects negative energy', () => {
    expect(() => lineAmount(-1, 1)).toThrow(RangeError);
    expect(() => lineAmount(Number.NaN, 1)).toThrow(RangeError);
  });

  it('is available in thousandths for comparisons', () => {
    expect(feeThousandths(1000, priceOf('1.25'))).toBe(1250);
    expect(feeThousandths(1, priceOf('0.5'))).toBe(1); // 0.5 thousandths
    expect(feeThousandths(1, priceOf('0.4999'))).toBe(0);
  });
});
