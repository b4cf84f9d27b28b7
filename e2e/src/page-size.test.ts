/** Size of the built pages and number of their files (docs/design.md 12.2); the limits are configured in apps/web. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface Measured {
  readonly name: string;
  readonly passed: boolean;
  /** Compressed size in bytes. */
  readonly size: number;
}

it('the scripts of each page are within their limits of size and number', async () => {
  const program = join(ROOT, 'node_modules/size-limit/bin.js');
  const config = ['--config', 'apps/web/.size-limit.cjs', '--json'];
  // size-limit exits with an error if a page exceeds its limit, but prints the sizes all the same.
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...config], {
    cwd: ROOT,
  }).catch((error: Error & { stdout: string }) => {
    if (error.stdout === '') throw error;
    return error;
  });
  const pages = JSON.parse(stdout) as Measured[] | { readonly error: string };
  // A page with too many files, or one that is not built.
  if ('error' in pages) throw new Error(pages.error);
  console.log(pages.map(({ name, size }) => `${name} ${Math.round(size / 1000)} kB`).join(', '));
  expect(pages.length).toBeGreaterThan(1);
  expect(pages.filter(({ passed }) => !passed)).toEqual([]);
});
