import { expect, it } from 'vitest';
import { readMoment, readWhole } from './search-params.ts';

it.each([
  ['7', 7],
  // Ids of accounts and groups are limited to the largest integer of the database.
  ['2147483647', 2_147_483_647],
  ['2147483648', undefined],
  ['0', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['12345678901', undefined],
  ['', undefined],
])('reads the integer %j as %j', (text, whole) => {
  expect(readWhole(text, 1, 2_147_483_647)).toBe(whole);
});

it('reads a time in ms from an address', () => {
  expect(readWhole('1795046400000', 1, Number.MAX_SAFE_INTEGER)).toBe(1_795_046_400_000);
});

it.each([
  ['2026-02-28 23:59:59', '2026-02-28 23:59:59'],
  ['2026-02-30 00:00:00', undefined],
  ['2026-02-28 24:00:00', undefined],
  ['2026-02-28', undefined],
  [7, undefined],
])('reads the time %j as %j', (value, moment) => {
  expect(readMoment(value)).toBe(moment);
});
