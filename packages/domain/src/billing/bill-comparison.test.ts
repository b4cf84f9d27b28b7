import { describe, expect, it } from 'vitest';
import { sumAmounts } from '../tariff/amount.ts';
import { TARIFF_BANDS, type TariffBand } from '../tariff/band.ts';
import { amountOfLine } from '../tariff/fee.ts';
import { type ComparedBill, type ComparedLine, compareBills } from './bill-comparison.ts';

const PRICE = { sharp: 20_000, peak: 10_000, offPeak: 5000, valley: 2500 };

/** A line of `kwh`; the price defaults to that of its band. */
function line(
  deviceId: number,
  band: TariffBand,
  kwh: number,
  price: number | null = PRICE[band],
): ComparedLine {
  const wh = kwh * 1000;
  return { deviceId, band, wh, price, amount: amountOfLine(wh, price, 2) };
}
const bill = (lines: ComparedLine[], more: Partial<ComparedBill> = {}): ComparedBill => ({
  lines,
  adjustment: 0,
  emptyTotal: 0,
  ...more,
});

describe('the difference of two bills', () => {
  it.each([
    [
      'more energy in the same hours',
      [line(1, 'peak', 100), line(1, 'valley', 100)],
      [line(1, 'peak', 120), line(1, 'valley', 120)],
      { energy: 2500, hours: 0, prices: 0, adjustments: 0 },
    ],
    [
      'the same energy in dearer hours',
      [line(1, 'peak', 100), line(1, 'valley', 100)],
      [line(1, 'peak', 140), line(1, 'valley', 60)],
      { energy: 0, hours: 3000, prices: 0, adjustments: 0 },
    ],
    [
      'the same energy in cheaper hours',
      [line(1, 'sharp', 50)],
      [line(1, 'valley', 50)],
      { energy: 0, hours: -8750, prices: 0, adjustments: 0 },
    ],
    [
      'other prices only',
      [line(1, 'peak', 100)],
      [line(1, 'peak', 100, 12_000)],
      { energy: 0, hours: 0, prices: 2000, adjustments: 0 },
    ],
    [
      'prices that change within the period',
      [line(1, 'peak', 100)],
      [line(1, 'peak', 60), line(1, 'peak', 40, 12_000)],
      { energy: 0, hours: 0, prices: 800, adjustments: 0 },
    ],
    [
      'a device that is new',
      [line(1, 'peak', 100)],
      [line(1, 'peak', 100), line(2, 'peak', 50)],
      { energy: 5000, hours: 0, prices: 0, adjustments: 0 },
    ],
    [
      'no energy before',
      [],
      [line(1, 'sharp', 10)],
      { energy: 2000, hours: 0, prices: 0, adjustments: 0 },
    ],
    [
      'no energy now',
      [line(1, 'sharp', 10)],
      [],
      { energy: -2000, hours: 0, prices: 0, adjustments: 0 },
    ],
    ['no energy at all', [], [], { energy: 0, hours: 0, prices: 0, adjustments: 0 }],
  ])('is explained: %s', (_, before, after, parts) => {
    expect(compareBills(bill(before), bill(after), 2).parts).toEqual(parts);
  });

  it('lists the devices and bands that changed most first, also those of only one bill', () => {
    const compared = compareBills(
      bill([line(1, 'peak', 100), line(2, 'valley', 400), line(3, 'peak', 10)]),
      bill([line(1, 'peak', 110), line(3, 'peak', 10), line(4, 'sharp', 100)]),
      2,
    );
    expect(compared.devices).toEqual([
      { deviceId: 4, wh: 100_000, amount: 20_000 },
      { deviceId: 2, wh: -400_000, amount: -10_000 },
      { deviceId: 1, wh: 10_000, amount: 1000 },
      { deviceId: 3, wh: 0, amount: 0 },
    ]);
    expect(compared.bands.map(({ band, amount }) => [band, amount])).toEqual([
      ['sharp', 20_000],
      ['valley', -10_000],
      ['peak', 1000],
      ['offPeak', 0],
    ]);
  });

  it('has the adjustments as a part of their own', () => {
    const { amount, parts } = compareBills(
      bill([line(1, 'peak', 100)], { adjustment: 250 }),
      bill([line(1, 'peak', 100)], { adjustment: -150 }),
      2,
    );
    expect([amount, parts]).toEqual([-400, { energy: 0, hours: 0, prices: 0, adjustments: -400 }]);
  });

  it('is unknown if energy of one bill has no price, but the energy is compared', () => {
    const compared = compareBills(
      bill([line(1, 'peak', 100), line(2, 'peak', 5)]),
      bill([line(1, 'peak', 130, null), line(2, 'peak', 6)]),
      2,
    );
    expect(compared).toMatchObject({ wh: 31_000, amount: null, parts: null });
    expect(compared.devices).toEqual([
      { deviceId: 1, wh: 30_000, amount: null },
      { deviceId: 2, wh: 1000, amount: 100 },
    ]);
    expect(compareBills(bill([], { emptyTotal: null }), bill([]), 2).amount).toBeNull();
  });

  it.each([0, 2] as const)('equals the sum of its parts for any bills, %s decimals', (decimals) => {
    const random = seeded(7 + decimals);
    const whole = (limit: number) => Math.floor(random() * limit);
    const randomBill = () => {
      const lines = Array.from({ length: whole(40) }, (): ComparedLine => {
        const wh = whole(10) === 0 ? 0 : whole(50_000_000);
        const price = 1 + whole(30_000);
        const band = TARIFF_BANDS[whole(4)]!;
        return {
          deviceId: 1 + whole(9),
          band,
          price,
          wh,
          amount: amountOfLine(wh, price, decimals),
        };
      });
      return bill(lines, { adjustment: (whole(2000) - 1000) * (decimals === 0 ? 100 : 1) });
    };
    const totalOf = ({ lines, adjustment }: ComparedBill) =>
      sumAmounts(lines.map(({ amount }) => amount))! + adjustment;
    for (let run = 0; run < 2000; run += 1) {
      const [before, after] = [randomBill(), randomBill()];
      const { amount, parts, devices, bands } = compareBills(before, after, decimals);
      const difference = totalOf(after) - totalOf(before);
      const { energy, hours, prices, adjustments } = parts!;
      expect(amount).toBe(difference);
      expect(energy + hours + prices + adjustments).toBe(difference);
      for (const rows of [devices, bands]) {
        expect(sumAmounts(rows.map((row) => row.amount))! + adjustments).toBe(difference);
      }
      const unit = decimals === 0 ? 100 : 1;
      expect([energy, hours, prices].every((part) => part % unit === 0)).toBe(true);
    }
  });
});

/** Reproducible numbers from 0 to 1. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}
