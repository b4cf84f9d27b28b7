/**
 * The images of the container test. Those of a registry are replaced by one of Debian's packages and
 * the Node of this machine, and the build finds the packages and the built program in its context, so
 * it needs no network.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  DOCUMENTATION,
  PAGES,
  productionPackages,
  SERVER_PROGRAMS,
} from '../../../../scripts/release/production-packages.mjs';
import { hasProgram, type Podman } from './podman.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** What Debian's own slim image leaves out. */
const EXCLUDED = ['/usr/share/doc/*', '/usr/share/man/*', '/usr/share/locale/*'];

/** Otherwise the package usrmerge is installed, with 50 MB of Perl. */
const MERGED = ['--hook-dir=/usr/share/mmdebstrap/hooks/merged-usr', '--include=usr-is-merged'];

const REASON_LENGTH = 500;

export const BASE_IMAGE = 'localhost/busbar-test-base';
export const NODE_IMAGE = 'localhost/busbar-test-node';

/** Returns why no container can be started on this machine; creates these images otherwise. */
export async function obstacleOf(podman: Podman, folder: string): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it needs root on Linux';
  const missing = ['podman', 'mmdebstrap'].filter((name) => !hasProgram(name));
  if (missing.length > 0) return `${missing.join(' and ')} must be installed`;
  try {
    await createImages(podman, folder);
    await podman.command(NODE_IMAGE, [], 'node', '--version');
    return undefined;
  } catch (error) {
    return (error as Error).message.slice(-REASON_LENGTH);
  }
}

/** Node is not in the base image, so that it counts once in the size of the result. */
async function createImages(podman: Podman, folder: string): Promise<void> {
  const archive = join(folder, 'base.tar');
  execFileSync(
    'mmdebstrap',
    [
      '--variant=minbase',
      ...MERGED,
      ...EXCLUDED.map((path) => `--dpkgopt=path-exclude=${path}`),
      'bookworm',
      archive,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  await podman.run('import', archive, BASE_IMAGE);
  const context = join(folder, 'node');
  mkdirSync(context);
  cpSync(process.execPath, join(context, 'node'));
  writeFileSync(
    join(context, 'Containerfile'),
    `FROM ${BASE_IMAGE}\nCOPY node /usr/local/bin/node\n`,
  );
  await podman.build(NODE_IMAGE, context, {});
}

/** The sources as a fresh clone has them, with the packages and the build of this machine. */
export function createContext(context: string): void {
  const tracked = execFileSync('git', ['ls-files', '-z', '-c', '-o', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const packages = productionPackages(root, [...SERVER_PROGRAMS, PAGES, DOCUMENTATION]);
  const paths = [
    ...tracked.split('\0').filter((path) => path !== '' && path !== '.containerignore'),
    'apps/server/dist',
    'apps/web/dist',
    'site/dist',
    ...packages.map(({ path }) => path),
    'node_modules/.package-lock.json',
  ];
  for (const path of paths) {
    mkdirSync(dirname(join(context, path)), { recursive: true });
    cpSync(join(root, path), join(context, path), { recursive: true, verbatimSymlinks: true });
  }
  mkdirSync(join(context, 'node_modules', '@busbar'), { recursive: true });
  // The record of the installed packages must be newer than the lock file.
  const now = new Date();
  utimesSync(join(context, 'node_modules', '.package-lock.json'), now, now);
}
