/** The context of an image: the sources, with the packages and the build of this machine. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, utimesSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  DOCUMENTATION,
  PAGES,
  productionPackages,
  SERVER_PROGRAMS,
} from '../../../../scripts/release/production-packages.mjs';
import { packagesFor } from '../../../../scripts/release/target.mjs';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const LOCK = 'package-lock.json';
const RECORD = join('node_modules', '.package-lock.json');

/** The sources as a fresh clone has them, so that the build needs neither npm nor a network. */
export async function createContext(context: string, arch = process.arch as string): Promise<void> {
  const tracked = execFileSync('git', ['ls-files', '-z', '-c', '-o', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const sources = tracked.split('\0').filter((path) => path !== '' && path !== '.containerignore');
  const built = ['apps/server/dist', 'apps/web/dist', 'site/dist'];
  copyAll(root, [...sources, ...built, RECORD], context);
  // The build links the packages of the project into this folder.
  mkdirSync(join(context, 'node_modules', '@busbar'), { recursive: true });
  const packages = await packagesFor(arch);
  const target = join(context, relative(root, packages));
  const needed = productionPackages(packages, [...SERVER_PROGRAMS, PAGES, DOCUMENTATION]);
  copyAll(
    packages,
    needed.map(({ path }) => path),
    target,
  );
  if (packages !== root) copyAll(packages, manifestsOf(packages), target);
  // The record of the installed packages must be newer than the lock file.
  const now = new Date();
  for (const folder of [context, target]) utimesSync(join(folder, RECORD), now, now);
}

/** Links and files that `npm ci` leaves in the folder next to the packages. */
function manifestsOf(folder: string): string[] {
  const { packages } = JSON.parse(readFileSync(join(folder, LOCK), 'utf8')) as {
    packages: Record<string, { readonly link?: boolean }>;
  };
  const links = Object.keys(packages).filter((path) => packages[path]?.link === true);
  const workspaces = Object.keys(packages).filter((path) => !path.includes('node_modules/'));
  const manifests = workspaces.map((path) => join(path, 'package.json'));
  return [LOCK, RECORD, ...manifests, ...links].filter((path) => existsSync(join(folder, path)));
}

function copyAll(from: string, paths: readonly string[], to: string): void {
  for (const path of paths) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    cpSync(join(from, path), join(to, path), { recursive: true, verbatimSymlinks: true });
  }
}
