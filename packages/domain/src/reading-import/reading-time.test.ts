import { describe, expect, it } from 'vitest';
import { readTime } from './reading-time.ts';

const BERLIN = { zone: 'Europe/Berlin', dateOrder: undefined };
const read = (text: string, rules: Parameters<typeof readTime>[1] = BERLIN) =>
  readTime({ text, isNumber: false }, rules);
const shown = (found: ReturnType<typeof readTime>) =>
  'reason' in found ? found.reason : found.instants.map((at) => new Date(at).toISOString());

describe('times of readings', () => {
  it.each([
    ['2026-01-31T10:15:30Z', '2026-01-31T10:15:30.000Z'],
    ['2026-01-31T10:15+08:00', '2026-01-31T02:15:00.000Z'],
    ['2026-01-31 10:15:30.250 -0330', '2026-01-31T13:45:30.000Z'],
    ['2026-01-31 10:15', '2026-01-31T09:15:00.000Z'],
    ['2026/7/1 0:05', '2026-06-30T22:05:00.000Z'],
    ['2026-01-31', '2026-01-30T23:00:00.000Z'],
    ['2026-01-31 24:00', '2026-01-31T23:00:00.000Z'],
    ['31.01.2026 10:15', '2026-01-31T09:15:00.000Z'],
  ])('%s is %s', (text, instant) => {
    expect(shown(read(text))).toEqual([instant]);
  });

  it.each([
    ['', 'time-missing'],
    ['yesterday', 'time-unreadable'],
    ['2026-02-30 10:00', 'time-unreadable'],
    ['2026-01-31 25:00', 'time-unreadable'],
    ['2026-01-31 10:60', 'time-unreadable'],
    ['2026-01-31 24:01', 'time-unreadable'],
    ['2026-01-31 10:00+15:00', 'time-unreadable'],
    ['31.01.26 10:00', 'time-unreadable'],
    ['1999-12-31 10:00', 'time-unreadable'],
    ['13:00 PM', 'time-unreadable'],
    ['03/04/2026 10:00', 'time-order-unknown'],
    ['2026-03-29 02:30', 'time-skipped'],
    ['46113.4375', 'time-unreadable'],
  ])('%s is rejected: %s', (text, reason) => {
    expect(shown(read(text))).toBe(reason);
  });

  it('reads dates with slashes in the order that the user chose', () => {
    const of = (dateOrder: 'day-first' | 'month-first', text: string) =>
      shown(read(text, { zone: 'UTC', dateOrder }));
    expect(of('day-first', '03/04/2026 1:30 PM')).toEqual(['2026-04-03T13:30:00.000Z']);
    expect(of('month-first', '03/04/2026 12:30 AM')).toEqual(['2026-03-04T00:30:00.000Z']);
    expect(of('month-first', '13/04/2026')).toBe('time-unreadable');
  });

  it('returns both instants of a time that occurs twice', () => {
    expect(shown(read('2026-10-25 02:30'))).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-25T01:30:00.000Z',
    ]);
  });

  it('reads the day numbers of a workbook as local time, to the second', () => {
    const sheet = (days: string) => shown(readTime({ text: days, isNumber: true }, BERLIN));
    expect(sheet('46113.4270833333')).toEqual(['2026-04-01T08:15:00.000Z']);
    expect(sheet('46110.1041666667')).toBe('time-skipped');
    expect(sheet('12.5')).toBe('time-unreadable');
    expect(sheet('1e9')).toBe('time-unreadable');
  });
});
