import { describe, expect, it } from 'vitest';
import { isOfHours, timeColumns } from './time-columns.ts';

const HOUR_MS = 3_600_000;
const hours = (from: number, to: number) => ({ from: from * HOUR_MS, to: to * HOUR_MS });

describe('time columns', () => {
  it.each([
    // Columns: name, from, to, most; expected are origin, hours per column, and true if columns are
    // whole hours.
    ['are short and start at the span', 0.25, 20.25, 10, 0.25, 2, false],
    ['are an hour each from a full hour', 5, 29, 24, 5, 1, true],
    ['are an hour each from a time within the hour', 5.5, 29.5, 24, 5.5, 1, false],
    ['are not rounded just under four hours', 0, 39.9, 10, 0, 3.99, false],
    ['are exactly four hours', 0, 40, 10, 0, 4, true],
    ['are rounded up to hours', 0, 41, 10, 0, 5, true],
    ['start at the hour in which the span begins', 0.25, 41, 10, 0, 5, true],
    ['are longer if the first hour would add a column', 0.5, 40.5, 10, 0, 5, true],
    ['support times before 1970', -40.5, -0.5, 10, -41, 5, true],
    ['cover a year in a thousand columns', 0, 8760, 1000, 0, 9, true],
    ['are one column if none is requested', 0, 8760, 0, 0, 8760, true],
  ])('%s', (_, from, to, most, origin, width, ofHours) => {
    const columns = timeColumns(hours(from, to), most);
    expect(columns).toEqual({ origin: origin * HOUR_MS, columnMs: width * HOUR_MS });
    expect(isOfHours(columns)).toBe(ofHours);
  });

  it('never exceed the requested number, and cover the whole span', () => {
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
