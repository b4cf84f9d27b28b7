import { expect, it } from 'vitest';
import { limitBetween } from './energy-limit.ts';

it.each([
  ['before every change', 0, 10, 50],
  ['before a lower limit, on the day of the change', 95, 100, 50],
  ['across a change to a lower limit', 99, 101, 50],
  ['after a change to a lower limit', 100, 101, 10],
  ['until a day starts on which the limit becomes higher', 150, 190, 10],
  ['on a day on which the limit becomes higher, before the change', 191, 195, 80],
  ['after the last change', 200, 300, 80],
  ['across all changes', 0, 300, 80],
])('returns the highest limit in a span %s', (_, from, to, limitW) => {
  const formerLimits = [
    { limitW: 50, until: 100, nextSince: 90 },
    { limitW: 10, until: 200, nextSince: 190 },
  ];
  expect(limitBetween({ limitW: 80, formerLimits }, from, to)).toBe(limitW);
});

it('returns the present limit if the ratings were never changed', () => {
  expect(limitBetween({ limitW: 80 }, 0, 1)).toBe(80);
});
