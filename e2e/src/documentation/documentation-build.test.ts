/** Two builds of the documentation have the same bytes, so that those of a release have. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { createFolder, removeFolder } from '../support/demo/data-folder.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const folder = createFolder();
afterAll(() => removeFolder(folder));

function hashesOf(site: string): Record<string, string> {
  const files = readdirSync(site, { recursive: true, encoding: 'utf8' }).sort();
  return Object.fromEntries(
    files
      .filter((file) => statSync(join(site, file)).isFile() && !file.startsWith('.'))
      .map((file) => [
        file,
        createHash('sha256')
          .update(readFileSync(join(site, file)))
          .digest('hex'),
      ]),
  );
}

it('a second build of the documentation has the same files and bytes', () => {
  const program = join(ROOT, 'node_modules', '@11ty', 'eleventy', 'cmd.cjs');
  const options = ['--config=site/eleventy.config.mjs', '--quiet', `--output=${folder}`];
  execFileSync(process.execPath, [program, ...options], {
    cwd: ROOT,
    env: { ...process.env, TZ: 'Pacific/Auckland', LC_ALL: 'C' },
  });
  const first = hashesOf(join(ROOT, 'site', 'dist'));
  expect(Object.keys(first).length).toBeGreaterThan(300);
  expect(hashesOf(folder)).toEqual(first);
});
