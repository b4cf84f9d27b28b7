import { expect, it } from 'vitest';
import { formatBytes } from './bytes-text.ts';
import { languageTag } from './language-tags.ts';

it.each([
  [0, '0 B'],
  [640, '640 B'],
  [999, '999 B'],
  [1000, '1 kB'],
  [999_499, '999 kB'],
  [999_500, '1 MB'],
  [3_440_000, '3.4 MB'],
  [250_000_000, '250 MB'],
  [1_200_000_000, '1.2 GB'],
])('formats %i bytes as %s', (bytes, text) => {
  expect(formatBytes(bytes, 'en-GB')).toBe(text);
});

it.each([
  ['zh', '3.4 MB'],
  ['ar', '3.4 م.ب'],
  ['fr', '3,4 Mo'],
  ['ru', '3,4 МБ'],
  ['es', '3,4 MB'],
])('writes megabytes in the language %s as %s', (language, text) => {
  expect(formatBytes(3_440_000, languageTag(language))).toBe(text);
});
