import { expect, it } from 'vitest';
import { splitInternalHref } from './internal-href.ts';

it.each([
  ['/log?device=MT61-1&page=2', { to: '/log', search: { device: 'MT61-1', page: '2' } }],
  ['/device', { to: '/device', search: {} }],
  ['/a/../log', { to: '/log', search: {} }],
  ['//evil.example/log', null],
  ['/\\evil.example', null],
  ['/\t/evil.example', null],
  ['https://evil.example', null],
  ['javascript:alert(1)', null],
  ['log', null],
  ['', null],
  [undefined, null],
])('splits the redirect %j into %j', (href, expected) => {
  expect(splitInternalHref(href)).toEqual(expected);
});
