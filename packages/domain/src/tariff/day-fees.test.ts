import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type BilledDay,
  type DayFee,
  priceDays,
  priceSummedSlots,
  type TariffOfDays,
} from './day-fees.ts';
import { priceOf } from './price.ts';
import type { TariffVersion } from './tariff-version.ts';

const prices = { sharp: '1.25', peak: '1.04', offPeak: '0.65', valley: '0.26' };
const version = (number: number): TariffVersion => ({
  version: number,
  startDay: null,
  prices: number === 1 ? prices : { ...prices, sharp: '2.5' },
  calendar: null,
});
/** The second version is in force from the 10th. */
const tariff: TariffOfDays = {
  decimals: 2,
  rateOn: (day) => ({ rateId: 7, version: version(day < '2026-03-10' ? 1 : 2) }),
};
const plan = { settlementDay: 1, standing: [] };
const dayOf = (index: number) => new Date(Date.UTC(2026, 2, 1 + index)).toISOString().slice(0, 10);
const priced = (days: readonly (readonly number[] | undefined)[], first = 0): DayFee[] =>
  priceDays(
    tariff,
    plan,
    days.map((bandsWh, i): BilledDay => ({ day: dayOf(first + i), bandsWh })),
    new Map(),
  );
const sum = (numbers: readonly (number | null)[]) =>
  numbers.reduce<number>((one, other) => one + (other ?? Number.NaN), 0);

describe('fees of days', () => {
  it('follow the tariff version of their day, with a line for each band', () => {
    expect(priced([[1000, 0, 0, 500], [1000, 0, 0, 0], undefined], 8)).toEqual([
      { rateId: 7, rateVersion: 1, bands: [125, 0, 0, 13] },
      { rateId: 7, rateVersion: 2, bands: [250, 0, 0, 0] },
      { rateId: 7, rateVersion: 2, bands: [0, 0, 0, 0] },
    ]);
  });

  it('round the line, not the day (nine days of a third of a cent)', () => {
    // 9 x 0.375 minor units are 3.375.
    const fees = priced(Array.from({ length: 9 }, () => [3, 0, 0, 0]));
    expect(sum(fees.map(({ bands }) => bands[0]!))).toBe(3);
  });

  it('begin a new line with the settlement period', () => {
    const fees = priced(
      Array.from({ length: 4 }, () => [0, 0, 0, 15]),
      29,
    );
    // A day costs 0.39 minor units: two days of March, then two of April.
    expect(fees.map(({ bands }) => bands[3])).toEqual([0, 1, 0, 1]);
  });

  it('continue from the earlier energy of the line', () => {
    const days: BilledDay[] = [{ day: dayOf(3), bandsWh: [0, 0, 0, 15] }];
    const before = new Map([['7 1', [0, 0, 0, 15]]]);
    expect(priceDays(tariff, plan, days, before)[0]?.bands[3]).toBe(1);
  });

  it('are null without a price, except for days without use', () => {
    const unpriced: TariffOfDays = {
      decimals: 2,
      rateOn: (day) => {
        const { rateId, version: own } = tariff.rateOn(day);
        return { rateId, version: own.version === 1 ? { ...own, prices: null } : own };
      },
    };
    const days = [
      { day: dayOf(8), bandsWh: [1000, 0, 0, 500] },
      { day: dayOf(9), bandsWh: [1000, 0, 0, 500] },
    ];
    expect(priceDays(unpriced, plan, days, new Map())).toEqual([
      { rateId: 7, rateVersion: 1, bands: [null, 0, 0, null] },
      { rateId: 7, rateVersion: 2, bands: [250, 0, 0, 13] },
    ]);
  });

  it('add up to their line, which differs by at most half a cent from energy times price', () => {
    const wh = fc.integer({ min: 0, max: 3_000_000 });
    fc.assert(
      fc.property(fc.array(fc.tuple(wh, wh, wh, wh), { maxLength: 31 }), (days) => {
        const fees = priced(days);
        for (const number of [1, 2]) {
          const own = days
            .map((day, i) => ({ day, fee: fees[i]! }))
            .filter(({ fee }) => fee.rateVersion === number);
          for (const [band, name] of (['sharp', 'peak', 'offPeak', 'valley'] as const).entries()) {
            const energy = sum(own.map(({ day }) => day[band]!));
            const amount = sum(own.map(({ fee }) => fee.bands[band]!));
            const price = priceOf(version(number).prices![name]);
            expect(Math.abs(energy * price - amount * 100_000)).toBeLessThanOrEqual(50_000);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});

it('price quarter hours in the band in force at their end', () => {
  const start = Date.UTC(2026, 2, 1);
  const bandAt = (at: number) => (at - start <= 1_800_000 ? 'sharp' : 'valley');
  const fees = (own: TariffVersion) => priceSummedSlots([1000, 0, 1000, 3], start, own, bandAt);
  expect(fees(version(1))).toEqual([1250, 0, 260, 1]);
  expect(fees({ ...version(1), prices: null })).toEqual([0, 0, 0, 0]);
});
