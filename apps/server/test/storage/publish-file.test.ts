import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publishFile, syncFolder } from '../../src/storage/publish-file.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

it('renames a file that cannot be hard-linked, and replaces nothing', () => {
  const folder = temporaryFolder();
  const [temporary, file] = [join(folder, 'temporary'), join(folder, 'file')];
  // No file system can hard-link a folder, so the error is that of a file system without hard
  // links.
  mkdirSync(temporary);
  expect(publishFile(temporary, file)).toBe(true);
  expect(readdirSync(folder)).toEqual(['file']);
  mkdirSync(temporary);
  expect(publishFile(temporary, file)).toBe(false);
  expect(readdirSync(folder)).toEqual(['file', 'temporary']);
});

it('retains the first of two files', () => {
  const folder = temporaryFolder();
  const file = join(folder, 'file');
  for (const name of ['first', 'second']) writeFileSync(join(folder, name), name);
  expect(publishFile(join(folder, 'first'), file)).toBe(true);
  expect(publishFile(join(folder, 'second'), file)).toBe(false);
  expect(readFileSync(file, 'utf8')).toBe('first');
  expect(() => publishFile(join(folder, 'missing'), join(folder, 'other'))).toThrow('ENOENT');
});

it.runIf(process.platform === 'linux')('accepts a folder that cannot be synced', () => {
  expect(() => syncFolder('/proc')).not.toThrow();
  expect(() => syncFolder('/proc/missing')).toThrow('ENOENT');
});
