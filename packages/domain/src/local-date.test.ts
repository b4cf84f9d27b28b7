import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  datesBetween,
  daysBetween,
  firstOfMonth,
  localDateOf,
  mondayOf,
  parseLocalDate,
  parseLocalMonth,
  startOfLocalDate,
} from './local-date.ts';

describe('local days', () => {
  it('begin and end by the rules of the zone', () => {
    const nightBefore = Date.UTC(2026, 10, 20, 15, 59);
    expect(localDateOf(nightBefore, 'Asia/Shanghai')).toBe('2026-11-20');
    expect(localDateOf(nightBefore + 60_000, 'Asia/Shanghai')).toBe('2026-11-21');
    expect(startOfLocalDate('2026-11-21', 'Asia/Shanghai')).toBe(nightBefore + 60_000);
    // Midnight was skipped on that day.
    expect(startOfLocalDate('2018-11-04', 'America/Sao_Paulo')).toBe(Date.UTC(2018, 10, 4, 3));
  });

  it('follow each other according to the calendar', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28');
    expect(addMonths('2026-01-01', -12)).toBe('2025-01-01');
    expect(addMonths('2028-02-29', -12)).toBe('2027-02-28');
    expect(addMonths('2026-12-15', 1)).toBe('2027-01-15');
    expect(addMonths('2026-11-01', 14)).toBe('2028-01-01');
    expect(firstOfMonth('2026-11-20')).toBe('2026-11-01');
    expect(daysBetween('2026-02-01', '2026-03-01')).toBe(28);
    expect(datesBetween('2026-12-30', '2027-01-02')).toEqual([
      '2026-12-30',
      '2026-12-31',
      '2027-01-01',
    ]);
    expect(datesBetween('2026-12-30', '2026-12-30')).toEqual([]);
  });

  it('follow each other by months as in the calendar of Temporal', () => {
    const day = fc.date({
      min: new Date('2000-01-01'),
      max: new Date('2100-12-31'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(day, fc.integer({ min: -400, max: 400 }), (at, months) => {
        const date = at.toISOString().slice(0, 10);
        const later = Temporal.PlainDate.from(date).add({ months });
        expect(addMonths(date, months)).toBe(later.toString());
      }),
    );
  });

  it('begin at the same instant however often it is computed', () => {
    for (let day = '2026-01-01'; day < '2027-01-01'; day = addDays(day, 1)) {
      for (const zone of ['Europe/Berlin', 'America/Sao_Paulo', 'UTC']) {
        const start = Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds;
        expect([startOfLocalDate(day, zone), startOfLocalDate(day, zone)]).toEqual([start, start]);
      }
    }
  });

  it.each([
    ['2026-11-16', '2026-11-16'],
    ['2026-11-20', '2026-11-16'],
    ['2026-11-22', '2026-11-16'],
    ['2027-01-01', '2026-12-28'],
  ])('in the week of %s begin with Monday %s', (date, monday) => {
    expect(mondayOf(date)).toBe(monday);
  });

  it.each(['2026-02-30', '2026-13-01', '1999-12-31', '2101-01-01', '2026-1-1', '', 'today'])(
    'rejects %j as a date',
    (text) => {
      expect(parseLocalDate(text)).toBeUndefined();
      expect(parseLocalMonth(text)).toBeUndefined();
    },
  );

  it('parses a month given as text or as one of its days', () => {
    expect(parseLocalDate('2028-02-29')).toBe('2028-02-29');
    expect(parseLocalMonth('2026-11')).toBe('2026-11-01');
    expect(parseLocalMonth('2026-11-20')).toBe('2026-11-01');
  });
});
