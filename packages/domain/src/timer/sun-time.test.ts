import { describe, expect, it } from 'vitest';
import { formatLocal } from '../calendar.ts';
import type { Place } from '../project/sun.ts';
import { EVERY_DAY, runsUpTo } from './next-run.ts';
import { nextSunRun, SUN_RUN_GAP_MS, type SunEvent, sunRunOf } from './sun-time.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const utc = (text: string) => Date.parse(`${text}Z`);
const SHANGHAI: Place = { latitude: 31.2304, longitude: 121.4737 };
const TROMSO: Place = { latitude: 69.6492, longitude: 18.9553 };
const PARIS: Place = { latitude: 48.8566, longitude: 2.3522 };
const REYKJAVIK: Place = { latitude: 64.1466, longitude: -21.9426 };
const QUITO: Place = { latitude: -0.1807, longitude: -78.4678 };
const FRIDAY = 16;

/** Formats an instant as local time, to the minute. */
const minute = (at: number | undefined, zone: string) =>
  at === undefined ? '' : formatLocal(at, zone).slice(0, 16);

describe('next run of a sun timer', () => {
  it.each([
    // 2026-11-20 is a Friday; the sun sets at 16:53 and rises at 06:27 in Shanghai.
    ['sunset', 0, EVERY_DAY, '2026-11-20T04:00', '2026-11-20 16:53'],
    ['sunset', 30, EVERY_DAY, '2026-11-20T04:00', '2026-11-20 17:23'],
    ['sunset', -30, EVERY_DAY, '2026-11-20T08:30', '2026-11-21 16:23'],
    ['sunrise', 0, EVERY_DAY, '2026-11-20T04:00', '2026-11-21 06:28'],
    ['sunset', 0, FRIDAY, '2026-11-20T09:00', '2026-11-27 16:51'],
    // The weekday is that of the sun event, not of the instant after the offset.
    ['sunset', 720, FRIDAY, '2026-11-20T09:00', '2026-11-21 04:53'],
    ['sunrise', -720, FRIDAY, '2026-11-18T09:00', '2026-11-19 18:27'],
  ] as const)(
    'at %s with offset %i min, days %i, after %s is correct',
    (sun, offsetMin, days, after, expected) => {
      const at = nextSunRun({ sun, offsetMin, days }, utc(after), 'Asia/Shanghai', SHANGHAI)!;
      const almanac = Date.parse(`${expected.replace(' ', 'T')}+08:00`);
      expect(Math.abs(at - almanac), minute(at, 'Asia/Shanghai')).toBeLessThanOrEqual(2 * 60_000);
    },
  );

  it('excludes the current one', () => {
    const rule = { sun: 'sunset', offsetMin: 0, days: EVERY_DAY } as const;
    const first = nextSunRun(rule, utc('2026-11-20T04:00'), 'Asia/Shanghai', SHANGHAI)!;
    expect(first % 60_000).toBe(0);
    const second = nextSunRun(rule, first, 'Asia/Shanghai', SHANGHAI)!;
    expect(second - first).toBeGreaterThan(DAY - 5 * 60_000);
  });

  it('follows the sun over a clock change', () => {
    const rule = { sun: 'sunset', offsetMin: 0, days: EVERY_DAY } as const;
    const runs = runsUpTo(
      (after) => nextSunRun(rule, after, 'Europe/Paris', PARIS),
      utc('2026-03-27T23:00'),
      utc('2026-03-30T21:00'),
    );
    expect(runs.map((at) => minute(at, 'Europe/Paris'))).toEqual([
      '2026-03-28 19:15',
      '2026-03-29 20:17',
      '2026-03-30 20:18',
    ]);
  });

  it('belongs to the evening even if the sun sets after midnight', () => {
    const rule = { sun: 'sunset', offsetMin: 0, days: FRIDAY } as const;
    // Friday 2026-06-19.
    const at = nextSunRun(rule, utc('2026-06-19T12:00'), 'Atlantic/Reykjavik', REYKJAVIK);
    expect(minute(at, 'Atlantic/Reykjavik').slice(0, 13)).toBe('2026-06-20 00');
  });
});

describe('sun timer in polar day or night', () => {
  const zone = 'Europe/Oslo';
  it('has no run on that day, and reports if it is a polar day or night', () => {
    const of = (date: string) => sunRunOf(date, { sun: 'sunset', offsetMin: 0 }, zone, TROMSO);
    expect(of('2026-06-21')).toEqual({ kind: 'up' });
    expect(of('2026-12-21')).toEqual({ kind: 'down' });
    expect(of('2026-03-20')?.kind).toBe('usual');
  });

  it('runs next after the polar day or night', () => {
    const rule = { sun: 'sunset', offsetMin: 0, days: EVERY_DAY } as const;
    expect(minute(nextSunRun(rule, utc('2026-06-21T12:00'), zone, TROMSO), zone)).toMatch(
      /^2026-07-2[4-8]/,
    );
    expect(minute(nextSunRun(rule, utc('2026-12-10T12:00'), zone, TROMSO), zone)).toMatch(
      /^2027-01-1[4-7]/,
    );
    expect(
      nextSunRun(rule, utc('2026-12-10T12:00'), zone, { latitude: 90, longitude: 0 }),
    ).toBeUndefined();
  });
});

describe('sun timer over more than a year', () => {
  const places: readonly [string, Place, string][] = [
    ['Shanghai', SHANGHAI, 'Asia/Shanghai'],
    ['Paris', PARIS, 'Europe/Paris'],
    ['Tromsø', TROMSO, 'Europe/Oslo'],
    ['Reykjavik', REYKJAVIK, 'Atlantic/Reykjavik'],
    ['Quito, with a zone on the other side of the earth', QUITO, 'Asia/Shanghai'],
  ];
  it.each(places)(
    'in %s has at most one run a day, in order, on its weekday only',
    (_, place, zone) => {
      const from = utc('2025-01-01T00:00');
      for (const sun of ['sunrise', 'sunset'] satisfies SunEvent[]) {
        const all: number[] = [];
        for (let at: number | undefined = from; all.length < 400; ) {
          at = nextSunRun({ sun, offsetMin: 0, days: EVERY_DAY }, at, zone, place);
          if (at === undefined) throw new Error('none');
          all.push(at);
        }
        const gaps = all.slice(1).map((at, i) => at - all[i]!);
        expect(Math.min(...gaps)).toBeGreaterThan(SUN_RUN_GAP_MS);
        const weekly = [0, 1, 2, 3, 4, 5, 6].flatMap((day) =>
          runsUpTo(
            (after) => nextSunRun({ sun, offsetMin: 0, days: 1 << day }, after, zone, place),
            from,
            from + 300 * DAY,
          ),
        );
        expect(weekly.sort((a, b) => a - b)).toEqual(all.filter((at) => at <= from + 300 * DAY));
      }
    },
  );
});
