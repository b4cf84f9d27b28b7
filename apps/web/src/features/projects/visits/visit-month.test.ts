import { describe, expect, it } from 'vitest';
import { monthSheet, sheetSpan } from './visit-month.ts';

describe('the calendar sheet of a month', () => {
  it.each([
    // Month, first and last day of the sheet, number of weeks.
    ['2026-11', '2026-10-26', '2026-12-06', 6],
    ['2026-02', '2026-01-26', '2026-03-01', 5],
    ['2027-02', '2027-02-01', '2027-02-28', 4],
    ['2028-02', '2028-01-31', '2028-03-05', 5],
    ['2026-12', '2026-11-30', '2027-01-03', 5],
  ] as const)('covers whole weeks in %s', (month, first, last, count) => {
    const { weeks } = monthSheet(month);
    expect([weeks[0]?.[0], weeks.at(-1)?.[6], weeks.length]).toEqual([first, last, count]);
  });

  it('crosses the turn of the year', () => {
    expect(monthSheet('2026-12')).toMatchObject({ before: '2026-11', after: '2027-01' });
    expect(monthSheet('2026-01')).toMatchObject({ before: '2025-12', after: '2026-02' });
  });

  it('extends to the end of its last day', () => {
    expect(sheetSpan(monthSheet('2026-12'))).toEqual({
      start: '2026-11-30 00:00:00',
      end: '2027-01-04 00:00:00',
    });
  });
});
