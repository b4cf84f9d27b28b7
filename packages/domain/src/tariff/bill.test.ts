import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TARIFF_BANDS, type TariffBand } from './band.ts';
import { adjustmentOf, type BillableDay, billOf } from './bill.ts';
import { priceOf } from './price.ts';

const prices = { sharp: '1.25', peak: '1.04', offPeak: '0.65', valley: '0.26' };
const day = (over: Partial<Record<TariffBand, number>>, rateVersion = 1): BillableDay => ({
  rateId: 7,
  rateVersion,
  prices: rateVersion === 1 ? prices : { ...prices, sharp: '2.5' },
  wh: { sharp: 0, peak: 0, offPeak: 0, valley: 0, ...over },
});
const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0);

describe('the bill of a period', () => {
  it('has a line for each version and band with energy', () => {
    const bill = billOf([
      day({ sharp: 1000, valley: 500 }),
      day({ sharp: 1000 }, 2),
      day({ valley: 3 }, 2),
    ]);
    expect(bill.lines.map(({ rateVersion, band, wh, amount }) => [rateVersion, band, wh, amount])) //
      .toEqual([
        [1, 'sharp', 1000, 125],
        [1, 'valley', 500, 13],
        [2, 'sharp', 1000, 250],
        [2, 'valley', 3, 0],
      ]);
    expect(bill.days.map(({ sharp, valley }) => [sharp, valley])).toEqual([
      [125, 13],
      [250, 0],
      [0, 0],
    ]);
  });

  it('rounds the line and not the day: thirty days of a third of a cent', () => {
    const bill = billOf(Array.from({ length: 30 }, () => day({ sharp: 3 })));
    // 30 x 0.375 minor units are 11.25.
    expect(bill.lines[0]?.amount).toBe(11);
    expect(sum(bill.days.map(({ sharp }) => sharp))).toBe(11);
  });

  it('agrees with its days to the cent and with its energy to half a cent a line', () => {
    const wh = fc.integer({ min: 0, max: 3_000_000 });
    const anyDay = fc.record({
      wh: fc.record({ sharp: wh, peak: wh, offPeak: wh, valley: wh }),
      rateVersion: fc.integer({ min: 1, max: 3 }),
    });
    fc.assert(
      fc.property(fc.array(anyDay, { maxLength: 31 }), (given) => {
        const days = given.map((one) => ({ ...day({}, one.rateVersion), wh: one.wh }));
        const bill = billOf(days);
        for (const band of TARIFF_BANDS) {
          const lines = bill.lines.filter((line) => line.band === band);
          expect(sum(bill.days.map((fee) => fee[band]))).toBe(sum(lines.map((l) => l.amount)));
          expect(sum(lines.map((line) => line.wh))).toBe(sum(days.map((one) => one.wh[band])));
        }
        for (const { wh: energy, price, amount } of bill.lines) {
          expect(Math.abs(energy * priceOf(price) - amount * 100_000)).toBeLessThanOrEqual(50_000);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('an adjustment of a closed period', () => {
  const billed = [
    { wh: 1000, amount: 125 },
    { wh: 500, amount: 13 },
  ];

  it('is what it comes to now less what was billed and adjusted before', () => {
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

  it('is none when nothing is owed', () => {
    expect(adjustmentOf(billed, billed, [])).toBeUndefined();
    expect(
      adjustmentOf([{ wh: 1800, amount: 210 }], billed, [{ wh: 300, amount: 72 }]),
    ).toBeUndefined();
  });

  it('settles after any number of changes', () => {
    const amounts = fc.record({
      wh: fc.integer({ min: 0, max: 1e9 }),
      amount: fc.integer({ min: 0, max: 1e9 }),
    });
    fc.assert(
      fc.property(fc.array(amounts), (changes) => {
        const made: { wh: number; amount: number }[] = [];
        for (const now of changes) {
          const adjustment = adjustmentOf([now], billed, made);
          if (adjustment !== undefined) made.push(adjustment);
          expect(sum(made.map(({ amount }) => amount)) + 138).toBe(now.amount);
        }
      }),
    );
  });
});
