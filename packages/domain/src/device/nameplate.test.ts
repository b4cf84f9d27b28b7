import { describe, expect, it } from 'vitest';
import {
  HIGHEST_RATED_CURRENT_A,
  isInstallationDay,
  isRating,
  LONGEST_OLD_SECRET_MS,
  mayOpenUntil,
} from './nameplate.ts';

describe('a day of installation', () => {
  it.each([
    ['today', '2026-11-20', true],
    ['a leap day', '2024-02-29', true],
    ['the first there is', '2000-01-01', true],
    ['the day before it', '1999-12-31', false],
    ['tomorrow', '2026-11-21', false],
    ['no day of the calendar', '2026-02-30', false],
    ['another order', '20.11.2026', false],
    ['nothing', '', false],
  ])('may be %s: %s %s', (_case, day, expected) => {
    expect(isInstallationDay(day, '2026-11-20')).toBe(expected);
  });
});

describe('a rating', () => {
  it.each([
    [63, true],
    [0.5, true],
    [HIGHEST_RATED_CURRENT_A, true],
    [HIGHEST_RATED_CURRENT_A + 0.1, false],
    [0, false],
    [-63, false],
    [Number.NaN, false],
    [Number.POSITIVE_INFINITY, false],
  ])('of %s A is taken: %s', (value, expected) => {
    expect(isRating(value, HIGHEST_RATED_CURRENT_A)).toBe(expected);
  });
});

describe('a secret that was replaced', () => {
  const now = Date.UTC(2026, 10, 20);
  it.each([
    ['a moment longer', now + 1, true],
    ['thirty days', now + LONGEST_OLD_SECRET_MS, true],
    ['longer than that', now + LONGEST_OLD_SECRET_MS + 1, false],
    ['no longer', now, false],
    ['into the past', now - 1, false],
  ])('may open %s: %s', (_case, until, expected) => {
    expect(mayOpenUntil(until, now)).toBe(expected);
  });
});
