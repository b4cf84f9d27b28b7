import { expect, it } from 'vitest';
import { durationText } from './duration-text.ts';

it.each([
  [0, '0 ms'],
  [850, '850 ms'],
  [1_000, '1 s'],
  [1_500, '1.5 s'],
  [30_000, '30 s'],
  [60_000, '1 min'],
  [150_000, '2 min 30 s'],
  [3_600_000, '60 min'],
])('%d ms is %s', (ms, text) => {
  expect(durationText(ms)).toBe(text);
});
