import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatLocal,
  isTimeZone,
  localHour,
  offsetMs,
  parseInstant,
  parseLocal,
  startOfDay,
  startOfMonth,
} from './calendar.ts';

const utc = (text: string) => Date.parse(`${text}Z`);

describe('starts of days and months', () => {
  it.each([
    ['Europe/Paris', '2026-03-29T12:00', '2026-03-28T23:00', 'spring day of 23 hours'],
    ['Europe/Paris', '2026-10-25T12:00', '2026-10-24T22:00', 'autumn day of 25 hours'],
    ['Asia/Kathmandu', '2026-01-01T00:00', '2025-12-31T18:15', 'zone off the hour'],
    ['America/Sao_Paulo', '2018-11-04T12:00', '2018-11-04T03:00', 'day that begins at 01:00'],
  ])('in %s, the day of %s starts at %s (%s)', (zone, at, start) => {
    expect(startOfDay(utc(at), zone)).toBe(utc(start));
  });

  it.each([
    ['Asia/Shanghai', '2026-02-28T16:00', '2026-02-28T16:00'],
    ['Asia/Shanghai', '2026-02-28T15:59', '2026-01-31T16:00'],
    ['America/New_York', '2026-03-20T00:00', '2026-03-01T05:00'],
  ])('in %s, the month of %s starts at %s', (zone, at, start) => {
    expect(startOfMonth(utc(at), zone)).toBe(utc(start));
  });
});

describe('local date and time text', () => {
  it.each([
    ['Asia/Shanghai', '2026-01-01T00:00', '2026-01-01 08:00:00'],
    ['Europe/Paris', '2026-03-29T00:59:59', '2026-03-29 01:59:59'],
    ['Europe/Paris', '2026-03-29T01:00', '2026-03-29 03:00:00'],
    ['America/St_Johns', '2026-07-01T00:00', '2026-06-30 21:30:00'],
  ])('in %s, the text of %s is %s', (zone, at, text) => {
    expect(formatLocal(utc(at), zone)).toBe(text);
  });

  it.each([
    ['Europe/Paris', '2026-10-25 02:30:00', '2026-10-25T00:30', 'repeated hour: the first'],
    ['Europe/Paris', '2026-03-29 02:30:00', '2026-03-29T01:00', 'skipped hour: the next valid'],
    ['America/Sao_Paulo', '2018-11-04 00:00:00', '2018-11-04T03:00', 'skipped midnight'],
    ['Asia/Shanghai', '2026-01-01 08:00:00', '2026-01-01T00:00', 'plain'],
  ])('in %s, the text %s is parsed as %s (%s)', (zone, text, at) => {
    expect(parseLocal(text, zone)).toBe(utc(at));
  });

  it('is parsed to the original instant, except inside a repeated hour', () => {
    const zones = ['Asia/Shanghai', 'Asia/Kathmandu', 'Europe/Paris', 'America/Sao_Paulo'];
    const seconds = fc.integer({
      min: utc('2001-01-01T00:00') / 1000,
      max: utc('2099-01-01T00:00') / 1000,
    });
    fc.assert(
      fc.property(fc.constantFrom(...zones), seconds, (zone, second) => {
        const at = second * 1000;
        const back = parseLocal(formatLocal(at, zone), zone);
        expect([at, at - 3_600_000]).toContain(back);
        expect(formatLocal(back ?? 0, zone)).toBe(formatLocal(at, zone));
      }),
    );
  });

  it('uses the cached offset only for its own zone and time', () => {
    const change = utc('2026-03-29T01:00');
    const seen = [change - 1, change, change - 1].map((at) => offsetMs(at, 'Europe/Paris'));
    expect(seen).toEqual([3_600_000, 7_200_000, 3_600_000]);
    expect(offsetMs(change, 'UTC')).toBe(0);
    expect(localHour(change, 'Europe/Paris')).toBe(3);
  });
});

describe('parseInstant', () => {
  const zone = 'Asia/Shanghai';
  const newYear = utc('2026-01-01T00:00');

  it.each([newYear, String(newYear), '2026-01-01 08:00:00'])('accepts %s', (value) => {
    expect(parseInstant(value, zone)).toBe(newYear);
  });

  it.each([
    '',
    'today',
    '2026-02-30 00:00:00',
    '2026-13-01 00:00:00',
    '2026-01-01 24:00:00',
    '2026-01-01 08:60:00',
    '0000-01-01 00:00:00',
    '1999-12-31 23:59:59',
    '2101-01-01 00:00:00',
    '9999-12-31 23:59:59',
    '2026-01-01T08:00:00',
    ' 2026-01-01 08:00:00',
    '2026-01-01 08:00:00; drop',
    '-1767225600000',
    '99999999999999999',
    0,
    -1,
    1767225600000.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.MAX_SAFE_INTEGER,
  ])('rejects %j', (value) => {
    expect(parseInstant(value, zone)).toBeUndefined();
  });
});

describe('isTimeZone', () => {
  it('recognises time zones', () => {
    expect(['Asia/Shanghai', 'UTC', 'America/Argentina/Ushuaia'].every(isTimeZone)).toBe(true);
    expect(['Mars/Base', '', '__proto__', '+99:99'].some(isTimeZone)).toBe(false);
  });
});
