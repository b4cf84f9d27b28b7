import { describe, expect, it } from 'vitest';
import { isOfHours, timeColumns } from './time-columns.ts';

const HOUR_MS = 3_600_000;
const hours = (from: number, to: number) => ({ from: from * HOUR_MS, to: to * HOUR_MS });

describe('columns of time', () => {
  it.each([
    // name, from, to, most -> origin, hours per column, true if columns are whole hours
    ['short ones from the beginning of the span', 0.25, 20.25, 10, 0.25, 2, false],
    ['an hour each from an hour on', 5, 29, 24, 5, 1, true],
    ['an hour each from in between', 5.5, 29.5, 24, 5.5, 1, false],
    ['just under four hours', 0, 39.9, 10, 0, 3.99, false],
    ['four hours as they are', 0, 40, 10, 0, 4, true],
    ['rounded up', 0, 41, 10, 0, 5, true],
    ['from the hour the span begins in', 0.25, 41, 10, 0, 5, true],
    ['longer where the first hour would make one more', 0.5, 40.5, 10, 0, 5, true],
    ['before 1970', -40.5, -0.5, 10, -41, 5, true],
    ['a year in a thousand', 0, 8760, 1000, 0, 9, true],
    ['one column where none is asked for', 0, 8760, 0, 0, 8760, true],
  ])('%s', (_, from, to, most, origin, width, ofHours) => {
    const columns = timeColumns(hours(from, to), most);
    expect(columns).toEqual({ origin: origin * HOUR_MS, columnMs: width * HOUR_MS });
    expect(isOfHours(columns)).toBe(ofHours);
  });

  it('are never more than were asked for, and reach over the whole span', () => {
    for (let minutes = 0; minutes < 600; minutes += 7) {
      for (const length of [97, 163.3, 8760]) {
        const span = hours(minutes / 60, minutes / 60 + length);
        for (let most = 1; most <= 40; most += 1) {
          const { origin, columnMs } = timeColumns(span, most);
          expect(Math.ceil((span.to - origin) / columnMs)).toBeLessThanOrEqual(most);
          expect(origin).toBeLessThanOrEqual(span.from);
        }
      }
    }
  });
});
