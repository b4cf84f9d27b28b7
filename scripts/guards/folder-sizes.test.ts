/**
 * A folder lists at most 25 files, so that a reader sees at a glance what it holds. Folders whose
 * files are numbered or named by a fixed scheme may hold more.
 */
import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const MAX_FILES = 25;
const EXEMPT = [
  // One file per decision and per migration, numbered; a landed migration never moves.
  /^docs\/adr$/,
  /^apps\/server\/src\/storage\/migrations$/,
  // One file per namespace, with the same names in every language.
  /^packages\/texts\/locales\/\w+$/,
];

it(`no folder lists more than ${MAX_FILES} files`, () => {
  const counts = new Map<string, number>();
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of listed.trim().split('\n')) {
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  }
  const large = [...counts].filter(([, count]) => count > MAX_FILES).map(([folder]) => folder);
  expect(large.filter((folder) => !EXEMPT.some((one) => one.test(folder)))).toEqual([]);
  // An exemption that is no longer needed must be removed.
  expect(EXEMPT.filter((one) => !large.some((folder) => one.test(folder)))).toEqual([]);
});
