import { describe, expect, it } from 'vitest';
import {
  HIGHEST_RATED_CURRENT_A,
  isInstallationDay,
  isRating,
  LONGEST_OLD_SECRET_MS,
  mayOpenUntil,
} from './nameplate.ts';

describe('day of installation', () => {
  it.each([
    ['today', '2026-11-20', true],
    ['a leap day', '2024-02-29', true],
    ['the first supported day', '2000-01-01', true],
    ['the day before the first supported day', '1999-12-31', false],
    ['tomorrow', '2026-11-21', false],
    ['an invalid date', '2026-02-30', false],
    ['another date format', '20.11.2026', false],
    ['an empty text', '', false],
  ])('is validated as %s: %s %s', (_case, day, expected) => {
    expect(isInstallationDay(day, '2026-11-20')).toBe(expected);
  });
});

describe('rated current', () => {
  it.each([
    [63, true],
    [0.5, true],
    [HIGHEST_RATED_CURRENT_A, true],
    [HIGHEST_RATED_CURRENT_A + 0.1, false],
    [0, false],
    [-63, false],
    [Number.NaN, false],
    [Number.POSITIVE_INFINITY, false],
  ])('of %s A is accepted: %s', (value, expected) => {
    expect(isRating(value, HIGHEST_RATED_CURRENT_A)).toBe(expected);
  });
});

describe('replaced secret', () => {
  const now = Date.UTC(2026, 10, 20);
  it.each([
    ['for another moment', now + 1, true],
    ['for thirty days', now + LONGEST_OLD_SECRET_MS, true],
    ['for more than thirty days', now + LONGEST_OLD_SECRET_MS + 1, false],
    ['until now', now, false],
    ['until a past time', now - 1, false],
  ])('may remain valid %s: %s', (_case, until, expected) => {
    expect(mayOpenUntil(until, now)).toBe(expected);
  });
});
