import { expect, it } from 'vitest';
import { returnPath } from './return-path.ts';

it.each<[string | undefined, string]>([
  ['/', '/'],
  ['/devices', '/devices'],
  ['/devices?page=2&sort=name#top', '/devices?page=2&sort=name#top'],
  ['/sso-reports', '/sso-reports'],
  [undefined, '/'],
  ['', '/'],
  ['devices', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['/devices\\..\\', '/'],
  ['https://evil.example/', '/'],
  ['javascript:alert(1)', '/'],
  ['/devices\nx', '/'],
  ['/\t/evil.example', '/'],
  ['/ /evil.example', '/'],
  ['/login', '/'],
  ['/login?x=1', '/'],
  ['/sso/1-abc', '/'],
  ['/sso-callback/7?code=x', '/'],
  [`/${'x'.repeat(500)}`, '/'],
])('the page after signing in for %j is %s', (given, path) => {
  expect(returnPath(given)).toBe(path);
});
