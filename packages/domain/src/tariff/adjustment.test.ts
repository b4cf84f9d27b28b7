import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adjustmentOf } from './adjustment.ts';

const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0);

describe('adjustment of a closed period', () => {
  const billed = [
    { wh: 1000, amount: 125 },
    { wh: 500, amount: 13 },
  ];

  it('is the recomputed amount less the billed and adjusted ones', () => {
    expect(adjustmentOf([{ wh: 1800, amount: 210 }], billed, [])).toEqual({ wh: 300, amount: 72 });
    expect(adjustmentOf([{ wh: 1800, amount: 210 }], billed, [{ wh: 100, amount: 70 }])).toEqual({
      wh: 200,
      amount: 2,
    });
    expect(adjustmentOf([{ wh: 1000, amount: 100 }], billed, [])).toEqual({
      wh: -500,
      amount: -38,
    });
  });

  it('is undefined if nothing is owed', () => {
    expect(adjustmentOf(billed, billed, [])).toBeUndefined();
    expect(
      adjustmentOf([{ wh: 1800, amount: 210 }], billed, [{ wh: 300, amount: 72 }]),
    ).toBeUndefined();
  });

  it('brings the total to the recomputed amount after any number of changes', () => {
    const amounts = fc.record({
      wh: fc.integer({ min: 0, max: 1e9 }),
      amount: fc.integer({ min: 0, max: 1e9 }),
    });
    fc.assert(
      fc.property(fc.array(amounts), (changes) => {
        const adjustments: { wh: number; amount: number }[] = [];
        for (const now of changes) {
          const adjustment = adjustmentOf([now], billed, adjustments);
          if (adjustment !== undefined) adjustments.push(adjustment);
          expect(sum(adjustments.map(({ amount }) => amount)) + 138).toBe(now.amount);
        }
      }),
    );
  });
});
