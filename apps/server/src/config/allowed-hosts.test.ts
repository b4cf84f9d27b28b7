import { expect, it } from 'vitest';
import { isForeignHost } from '../origin.ts';
import { readConfig } from './config.ts';
import { ConfigError } from './config-error.ts';

it.each([
  'grid.example.org:8443',
  'grid.example.org:80',
  'https://grid.example.org',
  'grid.example.org/busbar',
  '*.example.org',
  'user@grid.example.org',
  'grid example.org',
  'bücher.example',
  '电网.example',
  '.',
])('refuses %j in ALLOWED_HOSTS, which no request can match', (entry) => {
  const env = { ALLOWED_HOSTS: `busbar.example.net,${entry}` };
  expect(() => readConfig(env)).toThrow(ConfigError);
  expect(() => readConfig(env)).toThrow(`not "${entry}".`);
});

it.each([
  ['Grid.Example.org.', 'grid.example.org'],
  ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ['[FD00::1]', '[fd00::1]'],
])('compares %s in ALLOWED_HOSTS with %s in a request', (entry, host) => {
  const { allowedHosts } = readConfig({ ALLOWED_HOSTS: entry });
  const rules = { publicUrl: 'https://busbar.example.net', allowedHosts };
  expect(new URL(`http://${entry}`).hostname.replace(/\.$/, '')).toBe(host);
  expect(isForeignHost(host, rules)).toBe(false);
  expect(isForeignHost(`other.${host}`, rules)).toBe(true);
});
