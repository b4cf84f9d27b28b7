import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDateCertain, type MeterTime, meterDate, timeOfDay, validUntil } from './meter-clock.ts';

const at = (text: string): MeterTime => {
  const [year, month, day, hour, minute, second] = text.match(/\d+/g)!.map(Number);
  return { year: year!, month: month!, day: day!, hour: hour!, minute: minute!, second: second! };
};

describe('the last second of a switching command', () => {
  it.each([
    ['ends before the command expires', '2026-11-29 10:00:00', 15_000, '2026-11-29 10:00:14'],
    ['leaves out a begun second', '2026-11-29 10:00:00', 15_999, '2026-11-29 10:00:14'],
    ['is in the next minute', '2026-11-29 10:00:50', 15_000, '2026-11-29 10:01:04'],
    ['is on the next day', '2026-11-29 23:59:55', 10_000, '2026-11-30 00:00:04'],
    ['is in the next year', '2026-12-31 23:59:55', 10_000, '2027-01-01 00:00:04'],
    ['is on a leap day', '2028-02-28 23:59:55', 10_000, '2028-02-29 00:00:04'],
    ['is by the clock of the meter', '2000-01-01 00:00:00', 5_000, '2000-01-01 00:00:04'],
    ['is the next second if there is one', '2026-11-29 10:00:00', 2_000, '2026-11-29 10:00:01'],
  ])('%s', (_, now, remainingMs, expected) => {
    expect(validUntil(at(now), remainingMs)).toEqual(at(expected));
  });

  it.each([1_999, 1_000, 0, -5_000])('does not exist with %d ms left', (remainingMs) => {
    expect(validUntil(at('2026-11-29 10:00:00'), remainingMs)).toBeUndefined();
  });

  it('is never after the end of the command, whatever fraction of a second was not sent', () => {
    const ms = ({ year, month, day, hour, minute, second }: MeterTime) =>
      Date.UTC(year, month - 1, day, hour, minute, second);
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2099, 11, 31) }),
        fc.integer({ min: 0, max: 120_000 }),
        (meterNow, remainingMs) => {
          const sent = at(new Date(meterNow).toISOString());
          const until = validUntil(sent, remainingMs);
          if (until === undefined) return;
          // The meter carries the command out until its display shows the next second.
          expect(ms(until) + 1_000).toBeLessThanOrEqual(meterNow + remainingMs);
        },
      ),
    );
  });
});

describe('a date that was read before the time', () => {
  it.each([
    ['10:00:00', 3_000, true],
    ['00:00:04', 3_000, true],
    ['00:00:03', 3_000, false],
    ['00:00:00', 200, false],
    ['23:59:59', 3_000, true],
  ])('and a time of %s after %d ms: certain %s', (time, sinceMs, expected) => {
    const [hour, minute, second] = time.split(':').map(Number);
    expect(isDateCertain({ hour: hour!, minute: minute!, second: second! }, sinceMs)).toBe(
      expected,
    );
  });
});

describe('the date and the time of a meter', () => {
  it.each([
    [2026, 2, 29, false],
    [2028, 2, 29, true],
    [2026, 0, 1, false],
    [2026, 13, 1, false],
    [2026, 11, 0, false],
    [2026, 11, 31, false],
  ])('%d-%d-%d exist: %s', (year, month, day, exists) => {
    expect(meterDate(year, month, day)).toEqual(exists ? { year, month, day } : undefined);
  });

  it.each([
    [24, 0, 0, false],
    [23, 60, 0, false],
    [23, 59, 60, false],
    [23, 59, 59, true],
  ])('%d:%d:%d exist: %s', (hour, minute, second, exists) => {
    expect(timeOfDay(hour, minute, second)).toEqual(exists ? { hour, minute, second } : undefined);
  });
});
