/**
 * What a release left behind: its data folder with the embedded database, its backup, and what it
 * answered. Made with `npm run release:freeze` when it was released, and never changed afterwards.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { DATABASE_FOLDER } from '../../src/storage/embedded/data-place.ts';
import { postgresUser } from '../../src/storage/embedded/postgres-user.ts';
import type { FrozenAnswer } from './frozen-answers.ts';

const releases = fileURLToPath(new URL('./releases', import.meta.url));
/** The data folder is empty apart from the database, the reports and the imports. */
const DATA_FILE = 'data.tar.br';
const BACKUP_FILE = 'busbar.backup.br';
const EXPECTED_FILE = 'expected.json';

export interface FrozenRelease {
  readonly version: string;
  readonly answers: readonly FrozenAnswer[];
  /** A secret that is sealed in the database with `TEST_SECRETS_KEY`. */
  readonly forwarding: { readonly customerId: number; readonly secret: string };
}

export function frozenReleases(): FrozenRelease[] {
  const versions = existsSync(releases) ? readdirSync(releases) : [];
  return versions.map((version) =>
    JSON.parse(readFileSync(join(releases, version, EXPECTED_FILE), 'utf8')),
  );
}

/** Writes the data folder into `dataDir`, which must exist. */
export function unpackData({ version }: FrozenRelease, dataDir: string): void {
  const input = brotliDecompressSync(readFileSync(join(releases, version, DATA_FILE)));
  execFileSync('tar', ['-x', '--no-same-owner', '-C', dataDir], { input });
  const user = postgresUser();
  if (user === undefined) return;
  const owner = `${user.uid}:${user.gid}`;
  execFileSync('chown', ['-R', owner, join(dataDir, DATABASE_FOLDER)]);
}

export function unpackBackup({ version }: FrozenRelease, file: string): void {
  writeFileSync(file, brotliDecompressSync(readFileSync(join(releases, version, BACKUP_FILE))));
}

/** Stores a release. Throws if it has been stored, because a release does not change. */
export function storeRelease(
  release: FrozenRelease,
  { dataDir, backup }: { readonly dataDir: string; readonly backup: string },
): void {
  const folder = join(releases, release.version);
  if (existsSync(folder)) throw new Error(`${folder} exists: a frozen release does not change`);
  mkdirSync(folder, { recursive: true });
  const tar = execFileSync('tar', ['-c', '--sort=name', '-C', dataDir, '.'], {
    maxBuffer: 2 ** 30,
  });
  writeFileSync(join(folder, DATA_FILE), compressed(tar));
  writeFileSync(join(folder, BACKUP_FILE), compressed(readFileSync(backup)));
  writeFileSync(join(folder, EXPECTED_FILE), `${JSON.stringify(release, null, 1)}\n`);
}

const compressed = (content: Buffer): Buffer =>
  brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
