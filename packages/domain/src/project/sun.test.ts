import { describe, expect, it } from 'vitest';
import { formatLocal } from '../calendar.ts';
import { sunDay } from './sun.ts';

/**
 * Times of almanacs in local time, to the minute; each row is the solar day nearest to local noon
 * of the date.
 */
const ALMANAC = [
  ['Greenwich, midsummer', 51.4769, 0, '2024-06-20', 'UTC', '03:43', '20:21'],
  ['Greenwich, midwinter', 51.4769, 0, '2024-12-21', 'UTC', '08:04', '15:53'],
  ['New York, equinox', 40.7128, -74.006, '2024-03-20', 'America/New_York', '06:59', '19:08'],
  ['Sydney, midsummer', -33.8688, 151.2093, '2024-12-21', 'Australia/Sydney', '05:41', '20:05'],
  ['Shanghai, autumn', 31.2304, 121.4737, '2024-11-20', 'Asia/Shanghai', '06:27', '16:53'],
  ['Quito, on the equator', -0.1807, -78.4678, '2024-03-20', 'America/Guayaquil', '06:18', '18:24'],
  [
    'Reykjavik, over midnight',
    64.1466,
    -21.9426,
    '2024-06-21',
    'Atlantic/Reykjavik',
    '02:55',
    '00:03',
  ],
  [
    'Kiritimati, a day ahead',
    1.8721,
    -157.4278,
    '2024-03-20',
    'Pacific/Kiritimati',
    '06:34',
    '18:40',
  ],
] as const;

const minutesBetween = (one: string, other: string) => {
  const [a, b] = [one, other].map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)));
  const apart = Math.abs(a! - b!);
  return Math.min(apart, 1440 - apart);
};

describe('sunrise and sunset', () => {
  it.each(ALMANAC)('match the almanac: %s', (_, latitude, longitude, date, zone, rise, set) => {
    const noon = Date.parse(`${date}T12:00:00Z`);
    const offset = Date.parse(`${formatLocal(noon, zone).replace(' ', 'T')}Z`) - noon;
    const day = sunDay(noon - offset, { latitude, longitude });
    if (day.kind !== 'usual') throw new Error(day.kind);
    const clock = (ms: number) => formatLocal(ms + 30_000, zone).slice(11, 16);
    expect(minutesBetween(clock(day.rise), rise), clock(day.rise)).toBeLessThanOrEqual(2);
    expect(minutesBetween(clock(day.set), set), clock(day.set)).toBeLessThanOrEqual(2);
    expect(formatLocal(day.noon, zone).slice(0, 10)).toBe(date);
    expect(day.rise).toBeLessThan(day.noon);
    expect(day.set).toBeGreaterThan(day.noon);
  });

  it.each([
    ['Tromsø in June', 69.6492, 18.9553, '2024-06-21', 'up'],
    ['Tromsø in December', 69.6492, 18.9553, '2024-12-21', 'down'],
    ['Longyearbyen in August', 78.2232, 15.6267, '2024-08-10', 'up'],
    ['McMurdo in June', -77.8419, 166.6863, '2024-06-21', 'down'],
    ['the pole', 90, 0, '2024-06-21', 'up'],
  ] as const)('do not occur: %s', (_, latitude, longitude, date, kind) => {
    expect(sunDay(Date.parse(`${date}T12:00:00Z`), { latitude, longitude }).kind).toBe(kind);
  });
});
