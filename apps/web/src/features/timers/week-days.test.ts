import { expect, it } from 'vitest';
import { dayNames, daySetOf } from './week-days.ts';

it('the week begins on Monday in every language', () => {
  expect(dayNames('en-GB', 'long')).toEqual([
    'Monday',
    'Tuesday',
    'Wednesday',
    'Thursday',
    'Friday',
    'Saturday',
    'Sunday',
  ]);
  expect(dayNames('zh-Hans-CN', 'short')[0]).toBe('周一');
});

it.each([
  [127, 'every'],
  [31, 'work'],
  [96, 'weekend'],
  [1, undefined],
  [63, undefined],
] as const)('the day mask %i has the name %s', (days, name) => {
  expect(daySetOf(days)).toBe(name);
});
