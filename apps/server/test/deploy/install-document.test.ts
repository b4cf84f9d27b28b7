/** docs/install.md names files and settings that exist, and a firewall that nftables accepts. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { DEPLOY } from './monitoring-files.ts';

const ROOT = new URL('../', DEPLOY);
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');
const document = read('docs/install.md');
const FIREWALL = fileURLToPath(new URL('nftables/busbar.nft', DEPLOY));

/** An empty table can be checked only where nftables is installed and permitted. */
const mayCheck = spawnSync('nft', ['-c', 'add table inet busbar_check']).status === 0;
if (!mayCheck) console.warn('SKIPPED: the firewall, nft is not installed or not permitted.');

it('the instructions name files of deploy that exist', () => {
  const named = [...document.matchAll(/\bdeploy\/[\w./-]*\w/g)].map(([path]) => path);
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((path) => !existsSync(new URL(path, ROOT)))).toEqual([]);
});

it('the instructions name settings that the server reads', () => {
  const known = new Set(
    [...`${read('.env.example')}\n${read('deploy/backup/backup.env')}`.matchAll(/^(\w+)=/gm)].map(
      ([, name]) => name,
    ),
  );
  const named = [...document.matchAll(/^([A-Z][A-Z_]+)=|`([A-Z]+_[A-Z_]+)(?:=[^`]*)?`/gm)].map(
    ([, typed, mentioned]) => typed ?? mentioned,
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

it('the firewall admits every port that the instructions list as open', () => {
  const rows = [...document.matchAll(/^\| (\d+) \| in \|/gm)].map(([, port]) => port);
  expect(rows.length).toBeGreaterThan(5);
  const rules = readFileSync(FIREWALL, 'utf8');
  const admitted = new Set(
    [...rules.matchAll(/tcp dport (?:\{ ([^}]+) \}|(\d+))/g)].flatMap(([, several, one]) =>
      (several ?? one ?? '').split(',').map((port) => port.trim()),
    ),
  );
  expect(rows.filter((port) => !admitted.has(port!))).toEqual([]);
});

it.skipIf(!mayCheck)('nftables accepts the firewall', () => {
  const { status, stderr } = spawnSync('nft', ['-c', '-f', FIREWALL], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
