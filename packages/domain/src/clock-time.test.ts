import { expect, it } from 'vitest';
import { isClockTime } from './clock-time.ts';

it.each([
  ['00:00', true],
  ['23:59', true],
  ['24:00', false],
  ['25:61', false],
  ['7:30', false],
  ['07:30:00', false],
  ['', false],
])('validates %s as a clock time: %s', (text, is) => {
  expect(isClockTime(text)).toBe(is);
});
