import { expect, it } from 'vitest';
import { isForeignHost, isForeignOrigin } from './origin.ts';

const PUBLIC = { publicUrl: 'https://busbar.example.org', allowedHosts: ['grid.example.net'] };
const NONE = { publicUrl: undefined, allowedHosts: [] };

it.each([
  ['https://busbar.example.org', 'busbar.example.org', 'http', PUBLIC, false],
  ['https://busbar.example.org', '127.0.0.1:8080', 'http', PUBLIC, false],
  ['http://busbar.example.org', 'busbar.example.org', 'http', PUBLIC, true],
  ['http://evil.test', 'evil.test', 'http', PUBLIC, true],
  ['http://127.0.0.1:8080', '127.0.0.1:8080', 'http', PUBLIC, false],
  ['https://127.0.0.1:8080', '127.0.0.1:8080', 'http', PUBLIC, true],
  ['http://[::1]:8080', '[::1]:8080', 'http', PUBLIC, false],
  ['http://localhost:8080', 'localhost:8081', 'http', PUBLIC, true],
  ['https://grid.example.net', 'grid.example.net', 'http', PUBLIC, false],
  ['https://grid.example.net', 'busbar.example.org', 'http', PUBLIC, true],
  ['null', 'busbar.example.org', 'http', PUBLIC, true],
  [undefined, 'busbar.example.org', 'http', PUBLIC, false],
  ['https://any.example', 'any.example', 'http', NONE, false],
  ['https://any.example', 'other.example', 'http', NONE, true],
] as const)(
  'detects whether the origin %s is foreign to the host %s over %s',
  (origin, host, protocol, rules, isForeign) => {
    expect(isForeignOrigin({ origin, host, protocol }, rules)).toBe(isForeign);
  },
);

it.each([
  ['busbar.example.org', false],
  ['BUSBAR.example.org:443', false],
  ['busbar.example.org.', false],
  ['grid.example.net', false],
  ['127.0.0.1:8080', false],
  ['10.0.0.5', false],
  ['[fe80::1]:8080', false],
  ['localhost:8080', false],
  ['busbar', false],
  [undefined, false],
  ['evil.test', true],
  ['busbar.example.org.evil.test', true],
  ['a b', true],
])('detects whether the host %s is foreign: %s', (host, isForeign) => {
  expect(isForeignHost(host, PUBLIC)).toBe(isForeign);
  expect(isForeignHost(host, NONE)).toBe(false);
});
