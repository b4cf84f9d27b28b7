import { expect, it } from 'vitest';
import { withoutSecrets } from './without-secrets.ts';

it.each<[string, unknown, unknown]>([
  ['values that are not secret', { name: 'Main', limit: 3, on: true, none: null }, undefined],
  ['the fact that a secret was replaced', { newSecret: true, secretChangedAt: 17 }, undefined],
  ['an empty password', { password: '' }, undefined],
  ['a password', { oldPassword: 'a' }, { oldPassword: '[removed]' }],
  [
    'a password in a nested object',
    { mail: { smtp_password: 'a' } },
    { mail: { smtp_password: '[removed]' } },
  ],
  ['all values of an object of secrets', { secrets: { a: 'x' } }, { secrets: { a: '[removed]' } }],
  ['a list of secrets', { tokens: ['a', 'b'] }, { tokens: ['[removed]', '[removed]'] }],
  ['a plain web address', { url: 'https://shop.example/in' }, undefined],
  [
    'a user in a web address',
    { url: 'https://u:p@h.example/a' },
    { url: 'https://[removed]@h.example/a' },
  ],
  [
    'a query in a web address',
    { url: 'http://h.example/a?key=1#x' },
    { url: 'http://h.example/a?[removed]' },
  ],
  ['plain text', 'plain', undefined],
])('keeps or removes %s', (_name, detail, expected) => {
  expect(withoutSecrets(detail)).toEqual(expected ?? detail);
});
