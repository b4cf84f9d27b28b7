import { describe, expect, it } from 'vitest';
import { addDays, datesBetween, daysBetween } from '../local-date.ts';
import {
  isSettlementDay,
  periodOf,
  periodsBetween,
  type SettlementPlan,
} from './settlement-period.ts';

const plan = (settlementDay: number, ...standing: [string, string][]): SettlementPlan => ({
  settlementDay,
  standing: standing.map(([start, end]) => ({ start, end })),
});

describe('settlement periods', () => {
  it.each([
    ['2026-11-20', plan(1), '2026-11-01', '2026-12-01'],
    ['2026-11-01', plan(1), '2026-11-01', '2026-12-01'],
    ['2026-11-14', plan(15), '2026-10-15', '2026-11-15'],
    ['2026-11-15', plan(15), '2026-11-15', '2026-12-15'],
    ['2026-02-28', plan(28), '2026-02-28', '2026-03-28'],
    ['2026-01-05', plan(28), '2025-12-28', '2026-01-28'],
    // The settlement day was changed from 1 to 15 in November: the November period is fixed, and
    // the December period becomes shorter or longer.
    ['2026-11-20', plan(15, ['2026-11-01', '2026-12-01']), '2026-11-01', '2026-12-01'],
    ['2026-12-01', plan(15, ['2026-11-01', '2026-12-01']), '2026-12-01', '2026-12-15'],
    ['2026-12-20', plan(15, ['2026-11-01', '2026-12-01']), '2026-12-15', '2027-01-15'],
    // A change of the settlement day from 1 to 2 or from 1 to 14 never creates a bill of one day.
    ['2026-12-01', plan(2, ['2026-11-01', '2026-12-01']), '2026-12-01', '2027-01-02'],
    ['2026-12-01', plan(14, ['2026-11-01', '2026-12-01']), '2026-12-01', '2027-01-14'],
    // Days before and between fixed periods.
    ['2026-10-20', plan(15, ['2026-11-01', '2026-12-01']), '2026-10-15', '2026-11-01'],
    [
      '2026-09-20',
      plan(1, ['2026-07-15', '2026-08-15'], ['2026-09-25', '2026-10-01']),
      '2026-09-01',
      '2026-09-25',
    ],
  ])('have the correct bounds for the day %s', (day, how, start, end) => {
    expect(periodOf(day, how)).toEqual({ start, end });
  });

  it('follow each other without gaps for any settlement day and any fixed periods', () => {
    for (let settlementDay = 1; settlementDay <= 28; settlementDay += 3) {
      for (let shift = 0; shift < 40; shift += 13) {
        const start = addDays('2026-05-01', shift);
        const how = plan(settlementDay, [start, addDays(start, 31)]);
        const periods = periodsBetween('2025-12-17', '2027-01-20', how);
        for (const [i, period] of periods.entries()) {
          const length = daysBetween(period.start, period.end);
          expect(length).toBeGreaterThan(0);
          expect(length).toBeLessThanOrEqual(44);
          if (i > 0) expect(period.start).toBe(periods[i - 1]!.end);
          const others = datesBetween(period.start, period.end).filter((day) => {
            const found = periodOf(day, how);
            return found.start !== period.start || found.end !== period.end;
          });
          expect(others).toEqual([]);
        }
        expect(periods.at(-1)!.end > '2027-01-20').toBe(true);
      }
    }
  });

  it('accept only days that every month has', () => {
    expect([0, 1, 28, 29, 1.5, Number.NaN].map(isSettlementDay)).toEqual([
      false,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
