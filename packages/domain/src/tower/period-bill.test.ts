import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addShares, apportion, NO_SHARES, OUTSIDE, shareDay, UNSHARED } from './period-bill.ts';
import type { TimePeriod } from './time-period.ts';

const sum = (values: readonly (number | null)[]) =>
  values.reduce<number>((a, b) => a + (b ?? Number.NaN), 0);
const at = (begin: string, end: string): TimePeriod => ({ begin, end, valid: true });
const MIDNIGHT = Date.UTC(2026, 10, 2);

describe('day of a tower user', () => {
  const slotWh = Array.from({ length: 96 }, (_, slot) => (slot < 32 ? 100 : 200));
  const slotFee = slotWh.map((wh, slot) => (slot < 32 ? wh : wh * 2));

  it('is divided by its periods, including those over midnight', () => {
    const shares = shareDay(
      { start: MIDNIGHT, energyWh: sum(slotWh), fee: 2880, slotWh, slotFee },
      [at('22:00', '06:00'), at('08:00', '12:00')],
      'UTC',
    );
    expect(shares.energyWh).toEqual([24 * 100 + 8 * 200, 16 * 200, 0, 0, 0, 8 * 100 + 40 * 200, 0]);
    expect(shares.fee).toEqual([560, 640, 0, 0, 0, 1680, 0]);
  });

  it('follows the local clock on a day of 100 quarters', () => {
    const start = Date.UTC(2026, 9, 24, 22);
    const shares = shareDay(
      { start, energyWh: 100, fee: 0, slotWh: new Array(100).fill(1), slotFee: [] },
      [at('02:00', '03:00')],
      'Europe/Berlin',
    );
    expect(shares.energyWh).toEqual([8, 0, 0, 0, 0, 92, 0]);
  });

  it('is not divided if its quarters are no longer stored', () => {
    const shares = shareDay(
      { start: MIDNIGHT, energyWh: 7, fee: 5 },
      [at('00:00', '24:00')],
      'UTC',
    );
    expect([shares.energyWh[UNSHARED], shares.fee[UNSHARED]]).toEqual([7, 5]);
  });

  it('has no fee without prices if energy was used', () => {
    const shares = shareDay(
      { start: MIDNIGHT, energyWh: sum(slotWh), fee: null, slotWh, slotFee: slotWh.map(() => 0) },
      [at('08:00', '12:00')],
      'UTC',
    );
    expect(shares.energyWh[OUTSIDE]).toBe(sum(slotWh) - 16 * 200);
    expect(shares.fee).toEqual([null, 0, 0, 0, 0, null, 0]);
    expect(addShares(shares, shares).fee).toEqual(shares.fee);
  });

  it('has shares that add up to the day in every case', () => {
    const edge = fc.constantFrom('00:00', '03:15', '07:30', '12:00', '18:45', '23:45');
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 92, maxLength: 100 }),
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.integer({ min: 0, max: 100 }),
        fc.array(fc.record({ begin: edge, end: edge, valid: fc.boolean() }), { maxLength: 5 }),
        (quarters, fee, beside, periods) => {
          const energyWh = sum(quarters) + beside;
          const shares = shareDay(
            {
              start: MIDNIGHT,
              energyWh,
              fee,
              slotWh: quarters,
              slotFee: quarters.map((wh) => wh * 3),
            },
            periods,
            'UTC',
          );
          const twice = addShares(shares, addShares(NO_SHARES, shares));
          expect(sum(twice.energyWh)).toBe(2 * energyWh);
          expect(sum(twice.fee)).toBe(2 * fee);
        },
      ),
    );
  });
});

describe('apportionment', () => {
  it.each([
    [100, [1, 1, 1], [34, 33, 33]],
    [1, [1, 3], [0, 1]],
    [5, [0, 0], [0, 5]],
    [0, [1, 2], [0, 0]],
  ])('of %i by %j is %j', (whole, weights, shares) => {
    expect(apportion(whole, weights, 1)).toEqual(shares);
  });
});
