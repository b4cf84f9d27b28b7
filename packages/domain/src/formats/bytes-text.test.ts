import { expect, it } from 'vitest';
import { formatBytes } from './bytes-text.ts';

it.each([
  [0, '0 byte'],
  [640, '640 byte'],
  [999, '999 byte'],
  [1000, '1 kB'],
  [999_499, '999 kB'],
  [999_500, '1 MB'],
  [3_440_000, '3.4 MB'],
  [250_000_000, '250 MB'],
  [1_200_000_000, '1.2 GB'],
])('formats %i bytes as %s', (bytes, text) => {
  expect(formatBytes(bytes, 'en-GB')).toBe(text);
});
