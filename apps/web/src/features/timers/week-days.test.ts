import { expect, it } from 'vitest';
import { daySetOf } from './week-days.ts';

it.each([
  [127, 'every'],
  [31, 'work'],
  [96, 'weekend'],
  [1, undefined],
  [63, undefined],
] as const)('the day mask %i has the name %s', (days, name) => {
  expect(daySetOf(days)).toBe(name);
});
