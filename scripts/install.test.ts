import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { isInstallNeeded, isSupportedNode, linkWorkspaces } from './install.mjs';
import { documentationHash, sourcesHash } from './sources-hash.mjs';

it.each([
  ['20.19.0', true],
  ['20.20.2', true],
  ['24.1.0', true],
  ['20.18.3', false],
  ['18.20.8', false],
])('Node %s is new enough: %s', (version, expected) => {
  expect(isSupportedNode(version)).toBe(expected);
});

const folder = mkdtempSync(join(tmpdir(), 'busbar-scripts-'));
afterAll(() => rmSync(folder, { recursive: true }));
const write = (path: string, text: string): void => {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
};

describe('the installation', () => {
  const packages = (version: string) =>
    JSON.stringify({ packages: { '': {}, 'node_modules/a': { version } } });
  const lockIsNewer = (yes: boolean): void => {
    const now = Date.now() / 1000;
    utimesSync(join(folder, 'package-lock.json'), now, now + (yes ? 60 : -60));
  };
  beforeEach(() => write('package-lock.json', packages('1.0.0')));

  it('is needed if nothing is installed', () => {
    expect(isInstallNeeded(folder)).toBe(true);
  });

  it('is not needed if the lock file is older, or is newer but has the same packages', () => {
    write('node_modules/.package-lock.json', packages('1.0.0'));
    lockIsNewer(false);
    expect(isInstallNeeded(folder)).toBe(false);
    lockIsNewer(true);
    expect(isInstallNeeded(folder)).toBe(false);
  });

  it('is needed if the lock file requires another version or an additional package', () => {
    write('node_modules/.package-lock.json', packages('0.9.0'));
    lockIsNewer(true);
    expect(isInstallNeeded(folder)).toBe(true);
    write('node_modules/.package-lock.json', JSON.stringify({ packages: {} }));
    lockIsNewer(true);
    expect(isInstallNeeded(folder)).toBe(true);
  });

  it('links a workspace that was added afterwards', () => {
    const workspace = { resolved: 'packages/b', link: true };
    write(
      'package-lock.json',
      JSON.stringify({ packages: { '': {}, 'node_modules/@busbar/b': workspace } }),
    );
    write('packages/b/name.txt', 'b');
    write('node_modules/@busbar/other.txt', '');
    linkWorkspaces(folder);
    linkWorkspaces(folder);
    expect(readFileSync(join(folder, 'node_modules/@busbar/b/name.txt'), 'utf8')).toBe('b');
  });

  it('is not needed for an optional package of another platform', () => {
    const optional = { version: '1.0.0', optional: true };
    write(
      'package-lock.json',
      JSON.stringify({ packages: { 'node_modules/only-elsewhere': optional } }),
    );
    lockIsNewer(true);
    expect(isInstallNeeded(folder)).toBe(false);
  });
});

describe('the hash of the sources', () => {
  it('changes only if a source or the lock file changes', () => {
    write('apps/server/src/main.ts', 'one');
    const first = sourcesHash(folder);
    write('apps/server/dist/main.js', 'built');
    write('apps/server/src/main.test.ts', 'test');
    write('apps/server/test/big.ts', 'test');
    expect(sourcesHash(folder)).toBe(first);
    write('apps/server/src/main.ts', 'two');
    const second = sourcesHash(folder);
    expect(second).not.toBe(first);
    write('package-lock.json', '{}');
    expect(sourcesHash(folder)).not.toBe(second);
    write('apps/server/src/new-name.ts', '');
    const third = sourcesHash(folder);
    rmSync(join(folder, 'apps/server/src/new-name.ts'));
    expect(sourcesHash(folder)).not.toBe(third);
  });

  it('changes for the documentation only if a document or the site changes', () => {
    write('docs/guides/one.txt', 'one');
    const first = documentationHash(folder);
    write('apps/server/src/other.ts', 'source');
    write('site/dist/index.html', 'built');
    expect(documentationHash(folder)).toBe(first);
    write('docs/guides/one.txt', 'two');
    const second = documentationHash(folder);
    expect(second).not.toBe(first);
    write('site/src/navigation.mjs', 'changed');
    expect(documentationHash(folder)).not.toBe(second);
  });
});
