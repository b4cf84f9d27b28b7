/**
 * Numbers, money, dates and durations become text in one module, so that a value reads the same on
 * a screen, in a mail and in a file.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The name of a time zone is not a text of a language. */
const FORMATTER =
  /new Intl\.(?:Number|RelativeTime|List)Format|new Intl\.DateTimeFormat\((?!'en', \{ timeZone: \w+ \}\)\.resolved)|\.toLocale(?:Date|Time)?String\(/;

it('only the module of formats creates formatters', () => {
  const listed = execFileSync(
    'git',
    ['ls-files', '-co', '--exclude-standard', 'apps', 'packages'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  const sources = listed
    .split('\n')
    .filter((file) => /^(?:apps|packages)\/[\w-]+\/src\/.*\.tsx?$/.test(file))
    .filter((file) => !/\.test\.tsx?$/.test(file));
  expect(sources.length).toBeGreaterThan(1_000);
  const creators = sources.filter((file) => FORMATTER.test(readFileSync(join(root, file), 'utf8')));
  expect(creators).toEqual(
    ['bytes-text', 'date-names', 'money-format', 'number-format', 'time-format'].map(
      (name) => `packages/domain/src/formats/${name}.ts`,
    ),
  );
});
