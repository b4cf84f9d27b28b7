import { expect, it } from 'vitest';
import { signInCodeOf } from './sign-in-code.ts';

const CODE = '7-abcdefghijkmnpqrstuv';

it.each([
  [CODE, CODE],
  [` ${CODE} `, CODE],
  [`https://power.example.org/sso/${CODE}`, CODE],
  [`https://power.example.org/sso/${CODE}/`, CODE],
  [`power.example.org/sso/${CODE}`, CODE],
  ['', undefined],
  ['anna@example.org', undefined],
  [`${CODE}x`, undefined],
  ['https://power.example.org/login', undefined],
])('the code in %j is %s', (typed, code) => {
  expect(signInCodeOf(typed)).toBe(code);
});
