import { describe, expect, it } from 'vitest';
import { formatLocal, parseLocal } from '../calendar.ts';
import {
  dueReports,
  isReportDay,
  nextReport,
  type ReportRhythm,
  type ReportTime,
  spanOfReport,
} from './report-schedule.ts';

const ms = (text: string, zone: string): number => parseLocal(`${text}:00`, zone)!;
const SHANGHAI = 'Asia/Shanghai';
const PARIS = 'Europe/Paris';
const NEW_YORK = 'America/New_York';

describe('next time of a report schedule', () => {
  it.each<[ReportRhythm, number | null, string, string, string, string]>([
    ['day', null, '07:00', SHANGHAI, '2026-11-20 06:59', '2026-11-20 07:00'],
    ['day', null, '07:00', SHANGHAI, '2026-11-20 07:00', '2026-11-21 07:00'],
    ['day', null, '00:00', SHANGHAI, '2026-12-31 23:59', '2027-01-01 00:00'],
    // A time skipped by the clock in spring gives the next valid instant; the next day is as usual.
    ['day', null, '02:30', PARIS, '2026-03-28 12:00', '2026-03-29 03:00'],
    ['day', null, '02:30', PARIS, '2026-03-29 03:00', '2026-03-30 02:30'],
    ['day', null, '02:30', NEW_YORK, '2026-03-07 12:00', '2026-03-08 03:00'],
    // 20 November 2026 is a Friday.
    ['week', 5, '07:00', SHANGHAI, '2026-11-20 06:00', '2026-11-20 07:00'],
    ['week', 5, '07:00', SHANGHAI, '2026-11-20 08:00', '2026-11-27 07:00'],
    ['week', 1, '07:00', SHANGHAI, '2026-11-20 08:00', '2026-11-23 07:00'],
    ['week', 7, '23:59', SHANGHAI, '2026-12-31 00:00', '2027-01-03 23:59'],
    ['month', 1, '06:00', SHANGHAI, '2026-11-20 08:00', '2026-12-01 06:00'],
    ['month', 20, '06:00', SHANGHAI, '2026-11-20 08:00', '2026-12-20 06:00'],
    ['month', 28, '06:00', SHANGHAI, '2026-02-28 05:00', '2026-02-28 06:00'],
    ['month', 28, '06:00', SHANGHAI, '2026-01-28 06:00', '2026-02-28 06:00'],
    ['month', 31, '06:00', SHANGHAI, '2026-01-31 06:00', '2026-02-28 06:00'],
    ['month', 31, '06:00', SHANGHAI, '2028-02-01 00:00', '2028-02-29 06:00'],
    ['month', 31, '06:00', SHANGHAI, '2026-11-20 08:00', '2026-11-30 06:00'],
    ['month', 31, '06:00', SHANGHAI, '2026-12-31 06:00', '2027-01-31 06:00'],
  ])('every %s (%s) at %s in %s after %s is %s', (every, day, at, zone, after, expected) => {
    const next = nextReport({ every, day, at }, ms(after, zone), zone);
    expect(formatLocal(next!, zone)).toBe(`${expected}:00`);
  });

  it('uses the first occurrence of a clock time that occurs twice', () => {
    const time: ReportTime = { every: 'day', day: null, at: '02:30' };
    const first = nextReport(time, ms('2026-10-24 12:00', PARIS), PARIS)!;
    expect(new Date(first).toISOString()).toBe('2026-10-25T00:30:00.000Z');
    const next = nextReport(time, first, PARIS)!;
    expect(new Date(next).toISOString()).toBe('2026-10-26T01:30:00.000Z');
  });
});

it.each<[ReportRhythm, number | null, boolean]>([
  ['day', null, true],
  ['day', 1, false],
  ['week', null, false],
  ['week', 0, false],
  ['week', 1, true],
  ['week', 7, true],
  ['week', 8, false],
  ['month', null, false],
  ['month', 0, false],
  ['month', 1.5, false],
  ['month', 28, true],
  ['month', 29, false],
  ['month', 30, false],
  ['month', 31, true],
  ['month', 32, false],
])('accepts for every %s the day %s: %s', (every, day, expected) => {
  expect(isReportDay(every, day)).toBe(expected);
});

describe('due reports', () => {
  const daily: ReportTime = { every: 'day', day: null, at: '07:00' };
  const weekly: ReportTime = { every: 'week', day: 1, at: '07:00' };
  const monthly: ReportTime = { every: 'month', day: 31, at: '07:00' };

  it.each<[string, ReportTime, string, string, string | null, string | null, string]>([
    ['none yet', daily, '2026-11-20 07:00', '2026-11-20 06:59', null, null, '2026-11-20 07:00'],
    [
      'one now',
      daily,
      '2026-11-20 07:00',
      '2026-11-20 07:00',
      '2026-11-20 07:00',
      null,
      '2026-11-21 07:00',
    ],
    [
      'one late report',
      daily,
      '2026-11-20 07:00',
      '2026-11-21 06:59',
      '2026-11-20 07:00',
      null,
      '2026-11-21 07:00',
    ],
    [
      'two reports',
      daily,
      '2026-11-20 07:00',
      '2026-11-21 07:00',
      '2026-11-21 07:00',
      '2026-11-20 07:00',
      '2026-11-22 07:00',
    ],
    [
      'reports of a month',
      daily,
      '2026-10-20 07:00',
      '2026-11-21 08:00',
      '2026-11-21 07:00',
      '2026-11-20 07:00',
      '2026-11-22 07:00',
    ],
    [
      'a report that is late by exactly a day',
      weekly,
      '2026-11-16 07:00',
      '2026-11-17 07:00',
      '2026-11-16 07:00',
      null,
      '2026-11-23 07:00',
    ],
    [
      'a report that is late by more than a day',
      weekly,
      '2026-11-16 07:00',
      '2026-11-17 07:01',
      null,
      '2026-11-16 07:00',
      '2026-11-23 07:00',
    ],
    [
      'a report that is late by years',
      monthly,
      '2020-01-31 07:00',
      '2026-11-20 08:00',
      null,
      '2026-10-31 07:00',
      '2026-11-30 07:00',
    ],
  ])('are determined: %s', (_name, time, first, now, due, missed, next) => {
    const found = dueReports(time, ms(first, SHANGHAI), ms(now, SHANGHAI), SHANGHAI);
    const text = (at: number | undefined) =>
      at === undefined ? null : formatLocal(at, SHANGHAI).slice(0, 16);
    expect([text(found.due), text(found.missed), text(found.next)]).toEqual([due, missed, next]);
  });
});

it.each([
  ['yesterday', '2026-11-20 07:00', SHANGHAI, '2026-11-19 00:00', '2026-11-20 00:00'],
  ['yesterday', '2026-03-01 00:00', SHANGHAI, '2026-02-28 00:00', '2026-03-01 00:00'],
  ['yesterday', '2026-03-30 07:00', PARIS, '2026-03-29 00:00', '2026-03-30 00:00'],
  ['last-week', '2026-11-16 00:00', SHANGHAI, '2026-11-09 00:00', '2026-11-16 00:00'],
  ['last-week', '2026-11-22 23:59', SHANGHAI, '2026-11-09 00:00', '2026-11-16 00:00'],
  ['last-week', '2027-01-01 07:00', SHANGHAI, '2026-12-21 00:00', '2026-12-28 00:00'],
  ['last-month', '2026-03-31 07:00', SHANGHAI, '2026-02-01 00:00', '2026-03-01 00:00'],
  ['last-month', '2027-01-01 00:00', SHANGHAI, '2026-12-01 00:00', '2027-01-01 00:00'],
  ['last-month', '2026-04-01 07:00', PARIS, '2026-03-01 00:00', '2026-04-01 00:00'],
] as const)('the span %s, due at %s in %s, covers %s to %s', (span, due, zone, from, to) => {
  const found = spanOfReport(span, ms(due, zone), zone);
  expect([formatLocal(found.from, zone), formatLocal(found.to, zone)]).toEqual([
    `${from}:00`,
    `${to}:00`,
  ]);
});
