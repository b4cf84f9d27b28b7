import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { citusTests, nightlyCitusTests, notOnCitus } from './citus-tests.mjs';

const server = join(import.meta.dirname, '..', 'apps', 'server');

describe('the lists of tests on Citus', () => {
  const files = listFiles();
  const parts = [...citusTests, ...nightlyCitusTests, ...notOnCitus.map(({ file }) => file)];

  it('name every test file of the server', () => {
    expect(files.length).toBeGreaterThan(300);
    expect(files.filter((file) => !parts.some((part) => file.includes(part)))).toEqual([]);
  });

  it('name only files that exist', () => {
    expect(parts.filter((part) => !files.some((file) => file.includes(part)))).toEqual([]);
  });

  it('contain every file of the catalogue, control and energy, and the ingest', () => {
    const required = /^test\/(?:catalogue|control|energy)\/|^test\/gateway\/storing\./;
    const missing = files
      .filter((file) => required.test(file))
      .filter((file) => !citusTests.some((part: string) => file.includes(part)));
    expect(missing).toEqual([]);
  });
});

function listFiles(): string[] {
  return readdirSync(join(server, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => `test/${file.replaceAll('\\', '/')}`);
}
