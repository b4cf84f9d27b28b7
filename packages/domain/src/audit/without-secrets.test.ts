import { expect, it } from 'vitest';
import { withoutSecrets } from './without-secrets.ts';

it.each<[string, unknown, unknown]>([
  ['what is no secret', { name: 'Main', limit: 3, on: true, none: null }, undefined],
  ['that there is a new secret', { newSecret: true, secretChangedAt: 17 }, undefined],
  ['an empty one', { password: '' }, undefined],
  ['a password', { oldPassword: 'a' }, { oldPassword: '[removed]' }],
  ['one in an object', { mail: { smtp_password: 'a' } }, { mail: { smtp_password: '[removed]' } }],
  ['all in an object of secrets', { secrets: { a: 'x' } }, { secrets: { a: '[removed]' } }],
  ['a list', { tokens: ['a', 'b'] }, { tokens: ['[removed]', '[removed]'] }],
  ['an address', { url: 'https://shop.example/in' }, undefined],
  [
    'a user in an address',
    { url: 'https://u:p@h.example/a' },
    { url: 'https://[removed]@h.example/a' },
  ],
  ['a query', { url: 'http://h.example/a?key=1#x' }, { url: 'http://h.example/a?[removed]' }],
  ['a text', 'plain', undefined],
])('keeps or removes %s', (_name, detail, expected) => {
  expect(withoutSecrets(detail)).toEqual(expected ?? detail);
});
