import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dividedBy, integer, numberOf, rationalOf, times } from './rational.ts';

const scaled = (raw: bigint, divideBy: number) =>
  numberOf(dividedBy(integer(raw), rationalOf(divideBy)));

describe('exact scales', () => {
  it.each([
    [165_191n, 100, 1651.91],
    [39_773n, 100, 397.73],
    [2302n, 10, 230.2],
    [-1500n, 1000, -1.5],
    [1n, 3, 0.333_333_333_333_333_3],
    [0n, 1000, 0],
    // 0.07 and 1.1 are not exact in binary.
    [7n, 100, 0.07],
    [11n, 0.1, 110],
  ])('divides %s by %s', (raw, divideBy, expected) => {
    expect(scaled(raw, divideBy)).toBe(expected);
  });

  it('returns the number that prints the decimal, for every counter and number of decimals', () => {
    const counter = fc.bigInt({ min: 0n, max: 10n ** 15n });
    fc.assert(
      fc.property(counter, fc.integer({ min: 0, max: 6 }), (raw, decimals) => {
        const digits = String(raw).padStart(decimals + 1, '0');
        const text = `${digits.slice(0, digits.length - decimals)}.${digits.slice(digits.length - decimals)}0`;
        expect(scaled(raw, 10 ** decimals)).toBe(Number(text));
      }),
    );
  });

  it('multiplies before it rounds', () => {
    // 0.1 * 3 is 0.30000000000000004 in binary.
    expect(numberOf(times(rationalOf(0.1), rationalOf(3)))).toBe(0.3);
    expect(numberOf(times(rationalOf(1e-7), rationalOf(1e21)))).toBe(1e14);
  });

  it('has no negative zero', () => {
    expect(Object.is(numberOf(times(integer(0n), integer(-1n))), 0)).toBe(true);
    expect(Object.is(numberOf(dividedBy(integer(-1n), integer(10n ** 400n))), 0)).toBe(true);
  });

  it('throws for what is not a number', () => {
    expect(() => rationalOf(Number.NaN)).toThrow(RangeError);
    expect(() => rationalOf(Number.POSITIVE_INFINITY)).toThrow(RangeError);
  });
});
