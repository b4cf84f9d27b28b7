import { describe, expect, it } from 'vitest';
import { startOfLocalDate } from '../local-date.ts';
import { hourSlots, hoursOfQuarters } from './day-slots.ts';

const PARIS = 'Europe/Paris';
const ones = (count: number) => Array<number>(count).fill(1);

describe('quarter hours of a day', () => {
  it.each([
    ['2026-11-20', PARIS, 96],
    ['2026-03-29', PARIS, 92],
    ['2026-10-25', PARIS, 100],
    // The clocks go back by half an hour.
    ['2026-04-05', 'Australia/Lord_Howe', 98],
  ])('on %s in %s are %i in number', (date, zone, count) => {
    expect(hoursOfQuarters(date, zone)).toHaveLength(count);
  });

  it('add up to 24 hours: the repeated hour has eight quarters, the skipped hour none', () => {
    const october = hourSlots('2026-10-25', PARIS, ones(100), Number.POSITIVE_INFINITY);
    expect(october.map(({ energyWh }) => energyWh)).toEqual([4, 4, 8, ...ones(21).map(() => 4)]);
    const march = hourSlots('2026-03-29', PARIS, ones(92), Number.MAX_SAFE_INTEGER);
    expect(march.map(({ energyWh }) => energyWh)).toEqual([4, 4, 0, ...ones(21).map(() => 4)]);
    // A skipped hour never counts as elapsed, so it cannot be the minimum of the day.
    expect(march[2]).toEqual({ hour: 2, energyWh: 0, hasBegun: true, hasElapsed: false });
    expect(march[23]?.hasElapsed).toBe(true);
  });

  it('show which hours have begun', () => {
    const begun = (day: string, quarters: number, ms: number) =>
      hourSlots(day, PARIS, ones(quarters), startOfLocalDate(day, PARIS) + ms).filter(
        ({ hasBegun }) => hasBegun,
      ).length;
    expect(begun('2026-11-20', 96, -1)).toBe(0);
    expect(begun('2026-11-20', 96, 0)).toBe(1);
    expect(begun('2026-11-20', 96, 4 * 3_600_000 + 1)).toBe(5);
    // The skipped hour begins together with the hour after it, the repeated hour with its first
    // occurrence.
    expect(begun('2026-03-29', 92, 2 * 3_600_000)).toBe(4);
    expect(begun('2026-10-25', 100, 2 * 3_600_000)).toBe(3);
    expect(begun('2026-10-25', 100, 3 * 3_600_000)).toBe(3);
  });

  it('show which hours have elapsed', () => {
    const start = startOfLocalDate('2026-11-20', PARIS);
    const at = (ms: number) =>
      hourSlots('2026-11-20', PARIS, ones(96), start + ms).filter(({ hasElapsed }) => hasElapsed);
    expect(at(0)).toHaveLength(0);
    expect(at(3_600_000 - 1)).toHaveLength(0);
    expect(at(3_600_000)).toHaveLength(1);
    expect(at(24 * 3_600_000)).toHaveLength(24);
    // The repeated hour has elapsed when its second occurrence has elapsed.
    const october = startOfLocalDate('2026-10-25', PARIS);
    const repeated = (ms: number) =>
      hourSlots('2026-10-25', PARIS, ones(100), october + ms)[2]?.hasElapsed;
    expect(repeated(3 * 3_600_000)).toBe(false);
    expect(repeated(4 * 3_600_000)).toBe(true);
  });
});
