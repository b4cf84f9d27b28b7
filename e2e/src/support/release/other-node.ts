/** Node.js for another processor, from the npm registry, for the tests of images and packages. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cache = fileURLToPath(new URL('../../../../node_modules/.cache/node', import.meta.url));

/** Returns a folder with `bin/node` and `LICENSE`, of the version of this process. */
function otherNode(arch: string): string {
  const name = `node-linux-${arch}`;
  const { node: version } = process.versions;
  const folder = join(cache, version);
  const installed = join(folder, 'node_modules', name);
  if (existsSync(join(installed, 'bin', 'node'))) return installed;
  mkdirSync(folder, { recursive: true });
  // npm compares the package with this machine unless it is forced.
  const options = [
    '--force',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--loglevel=error',
  ];
  execFileSync(
    'npm',
    [
      'install',
      '--prefix',
      folder,
      ...options,
      '--os=linux',
      `--cpu=${arch}`,
      `${name}@${version}`,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  return installed;
}

/** The program of Node for the processor. */
export const nodeProgram = (arch: string): string =>
  arch === process.arch ? process.execPath : join(otherNode(arch), 'bin', 'node');
