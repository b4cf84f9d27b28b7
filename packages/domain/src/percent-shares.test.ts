import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { percentShares } from './percent-shares.ts';

describe('percentages of a whole', () => {
  it.each([
    [[1, 1, 1], 2, [33.34, 33.33, 33.33]],
    [[2, 1], 2, [66.67, 33.33]],
    [[1, 1, 1, 1, 1, 1], 0, [17, 17, 17, 17, 16, 16]],
    [[5, 0], 2, [100, 0]],
    [[0, 0], 2, [0, 0]],
    [[4, -1], 2, [100, 0]],
    [[], 2, []],
  ] as const)('of %j with %i decimals are %j', (parts, digits, shares) => {
    expect(percentShares(parts, digits)).toEqual(shares);
  });

  it('add up to 100, each within a step of its exact value', () => {
    const parts = fc.array(fc.integer({ min: 0, max: 1e9 }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(parts, (list) => {
        const total = list.reduce((sum, part) => sum + part, 0);
        fc.pre(total > 0);
        const shares = percentShares(list);
        const hundredths = shares.reduce((sum, share) => sum + Math.round(share * 100), 0);
        expect(hundredths).toBe(10_000);
        shares.forEach((share, i) => {
          expect(Math.abs(share - (list[i]! / total) * 100)).toBeLessThan(0.01 + 1e-9);
        });
      }),
    );
  });
});
