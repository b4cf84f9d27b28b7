import { expect, it } from 'vitest';
import { passwordStrength } from './password-strength.ts';

it.each([
  ['', 0],
  ['a', 1],
  ['Ab3$xyz', 1],
  ['aaaaaaaaaaaa', 1],
  ['12345678', 1],
  ['Password1!', 1],
  ['breakers', 2],
  ['breaker42', 2],
  ['Breaker42', 3],
  ['Breaker-42', 3],
  ['Breaker-42-open', 4],
  ['three plain long words', 3],
  ['Трансформатор 42', 4],
])('rates the password %j with strength %i', (password, level) => {
  expect(passwordStrength(password)).toBe(level);
});
