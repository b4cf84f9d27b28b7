import { expect, it } from 'vitest';
import { formatDuration, formatLasting, formatSetDuration } from './duration-format.ts';
import { LANGUAGE_TAGS } from './language-tags.ts';

const plain = (text: string) => text.replaceAll('\u202F', ' ');

it.each([
  [850, '850 ms'],
  [12_440, '12.4 s'],
  [200_000, '3 min 20 s'],
  [3_599_000, '59 min 59 s'],
  [7_500_000, '2 h 5 min'],
  [363_600_000, '4 d 5 h'],
])('formats a measured duration of %i ms as %s', (ms, text) => {
  expect(plain(formatDuration(ms, LANGUAGE_TAGS.en))).toBe(text);
});

it.each([
  [0, '0 ms'],
  [850, '850 ms'],
  [1_000, '1 s'],
  [1_500, '1.5 s'],
  [30_000, '30 s'],
  [60_000, '1 min'],
  [150_000, '2 min 30 s'],
  [3_600_000, '60 min'],
])('formats a configured duration of %d ms as %s', (ms, text) => {
  expect(plain(formatSetDuration(ms, LANGUAGE_TAGS.en))).toBe(text);
});

it.each([
  [119_999, '119 s'],
  [120_000, '2 min'],
  [7_500_000, '2 h 5 min'],
  [10_800_000, '3 h'],
  [259_200_000, '3 d'],
])('formats a lasting duration of %d ms as %s', (ms, text) => {
  expect(plain(formatLasting(ms, LANGUAGE_TAGS.en))).toBe(text);
});

it('formats durations with the numbers and units of the language', () => {
  const all = (ms: number) =>
    (['zh', 'ar', 'fr', 'ru', 'es'] as const).map((language) =>
      plain(formatDuration(ms, LANGUAGE_TAGS[language])),
    );
  expect(all(12_440)).toEqual(['12.4 秒', '12.4 s', '12,4 s', '12,4 с', '12,4 s']);
  expect(all(363_600_000)).toEqual(['4 天 5 小时', '4 d 5 h', '4 j 5 h', '4 дн 5 ч', '4 d 5 h']);
});
