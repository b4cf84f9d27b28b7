import { describe, expect, it } from 'vitest';
import { formatLocal } from '../calendar.ts';
import { languageTag } from './language-tags.ts';
import { formatAge, formatMoment } from './time-format.ts';

describe('a formatted time', () => {
  const instant = Date.UTC(2026, 2, 29, 0, 30, 5);
  it.each([
    ['Asia/Shanghai', '2026-03-29 08:30:05'],
    ['Europe/Paris', '2026-03-29 01:30:05'],
    ['America/New_York', '2026-03-28 20:30:05'],
    ['Asia/Kathmandu', '2026-03-29 06:15:05'],
  ])('is in the time zone %s: %s', (zone, text) => {
    expect(formatMoment(instant, zone)).toBe(text);
  });

  it('shows midnight as 00 and skips the hour omitted by daylight saving time', () => {
    expect(formatMoment(Date.UTC(2026, 0, 1), 'UTC')).toBe('2026-01-01 00:00:00');
    expect(formatMoment(Date.UTC(2026, 2, 29, 1, 0, 0), 'Europe/Paris')).toBe(
      '2026-03-29 03:00:00',
    );
  });
});

it.each(['Asia/Shanghai', 'Europe/Paris', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC'])(
  'is the same on screens and in files of the time zone %s',
  (zone) => {
    // Every 61st hour of two years, which meets every hour of the day and both clock changes.
    const start = Date.UTC(2025, 11, 31, 23, 59, 59);
    for (let hour = 0; hour < 2 * 8_784; hour += 61) {
      const at = start + hour * 3_600_000;
      expect(formatMoment(at, zone)).toBe(formatLocal(at, zone));
    }
  },
);

it.each([
  [0, '0 s ago'],
  [59_400, '59 s ago'],
  [60_000, '1 min ago'],
  [3_599_000, '59 min ago'],
  [7_200_000, '2 h ago'],
  [3 * 86_400_000, '3 days ago'],
  [-5_000, '0 s ago'],
])('formats an age of %i ms as %s', (ms, text) => {
  expect(formatAge(ms, 'en')).toBe(text);
});

it.each([
  ['zh', '12 秒前', '5 分钟前', '3 小时前', '2 天前'],
  ['ar', 'قبل 12 ثانية', 'قبل 5 دقائق', 'قبل 3 ساعات', 'قبل يومين'],
  ['fr', 'il y a 12 s', 'il y a 5 min', 'il y a 3 h', 'il y a 2 j'],
  ['ru', '12 с назад', '5 мин назад', '3 ч назад', '2 дня назад'],
  ['es', 'hace 12 s', 'hace 5 min', 'hace 3 h', 'hace 2 d'],
])('writes ages in the language %s with the symbols of durations', (language, ...texts) => {
  const ages = [12_000, 300_000, 3 * 3_600_000, 2 * 86_400_000];
  expect(ages.map((ms) => formatAge(ms, languageTag(language)))).toEqual(texts);
});
