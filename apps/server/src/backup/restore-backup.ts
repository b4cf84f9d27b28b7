/**
 * Restores an archive into a database and a data folder. Nothing is changed before the whole
 * archive is checked; the current data stays complete until the restored data is complete.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { operatorCommand } from '../config/operator-command.ts';
import type { StorageLog } from '../storage/database.ts';
import { DATABASE_FOLDER, letDatabasePass } from '../storage/embedded/data-place.ts';
import { endLeftServer } from '../storage/embedded/embedded-server.ts';
import { lockFolder } from '../storage/embedded/folder-lock.ts';
import { readMigrations } from '../storage/migrate.ts';
import { openDatabase } from '../storage/open-database.ts';
import { StartError } from '../storage/start-error.ts';
import { isKnown, replacedNames } from './data-folder.ts';
import { beginRestoring, discardRestoring, exchange, finishExchange } from './exchange-folder.ts';
import { type Archive, openArchive } from './read-archive.ts';
import { isEmptyDatabase, type RestoredDatabase, restoreDatabase } from './restore-database.ts';
import { restoreFiles } from './restore-files.ts';

export interface RestoreOptions {
  readonly file: string;
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  readonly unsafeDatabase: boolean;
  /** Permits the restore to replace current data. */
  readonly replace: boolean;
  /** Permits an archive of another installation. */
  readonly foreign: boolean;
  /** Key of this installation; undefined if it has none yet. */
  readonly key: Buffer | undefined;
  /** The key that is being replaced, or that an older archive needs. */
  readonly formerKey?: Buffer | undefined;
  readonly now: Date;
  readonly log: StorageLog;
  /** Overrides the shipped folder of migrations, for a test of versions. */
  readonly migrations?: URL;
}

export interface RestoreDone extends RestoredDatabase {
  readonly files: number;
  /** Files of the archive that do not belong to Busbar and were not restored. */
  readonly leftOut: readonly string[];
  readonly createdAt: string;
  /** Path of the previous content; undefined if there was none. */
  readonly before: string | undefined;
}

export async function restoreBackup(options: RestoreOptions): Promise<RestoreDone> {
  const { file, foreign } = options;
  const origin = { keys: keysOf(options), isForeignAllowed: foreign };
  const archive = await openArchive(file, readMigrations(options.migrations), origin);
  try {
    await finishExchange(options.dataDir);
    const restored =
      options.databaseUrl === undefined
        ? await intoFolder(options, archive)
        : await intoServer(options, archive);
    const { files } = archive.contents;
    const leftOut = files.map(({ path }) => path).filter((path) => !isKnown(path));
    const { createdAt } = archive.manifest;
    return { ...restored, files: files.length - leftOut.length, leftOut, createdAt };
  } finally {
    await archive.close();
  }
}

type Restored = RestoredDatabase & { readonly before: string | undefined };

/** Restores into a second database next to the current one, and then replaces the current one. */
async function intoFolder(options: RestoreOptions, archive: Archive): Promise<Restored> {
  const { dataDir, replace, now, log } = options;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // No server may start on the current database during the restore.
  const lock = await lockFolder(dataDir);
  try {
    await endLeftServer(dataDir);
    refuseFull(dataDir, replace, existsSync(join(dataDir, DATABASE_FOLDER)));
    return await filled(dataDir, now, async (restoring) => {
      await letDatabasePass(dataDir);
      const database = await openDatabase({
        dataDir: restoring,
        unsafeDatabase: false,
        isBulkLoad: true,
        log,
      });
      try {
        const restored = await restoreDatabase(
          database,
          archive,
          shipped(options),
          false,
          keysOf(options),
        );
        await restoreFiles(archive, restoring);
        return restored;
      } finally {
        await database.close();
      }
    });
  } finally {
    await lock.release();
  }
}

async function intoServer(options: RestoreOptions, archive: Archive): Promise<Restored> {
  const { dataDir, databaseUrl, unsafeDatabase, replace, now, log } = options;
  const database = await openDatabase({
    databaseUrl: databaseUrl!,
    dataDir,
    unsafeDatabase,
    log,
  });
  try {
    if (database.isDistributed) throw new StartError(distributedSentence());
    const isFull = !(await isEmptyDatabase(database));
    refuseFull(dataDir, replace, isFull);
    return await filled(dataDir, now, async (restoring) => {
      await restoreFiles(archive, restoring);
      return restoreDatabase(database, archive, shipped(options), isFull, keysOf(options));
    });
  } finally {
    await database.close();
  }
}

const distributedSentence = (): string =>
  `The tables of this database are distributed over worker nodes and cannot be replaced: restore into a new database, then run ${operatorCommand('distribute')}. Nothing was changed.`;

const keysOf = ({ key, formerKey }: RestoreOptions): Buffer[] =>
  [key, formerKey].filter((one) => one !== undefined);

const shipped = ({ migrations }: RestoreOptions) => readMigrations(migrations);

function refuseFull(dataDir: string, replace: boolean, isDatabaseFull: boolean): void {
  if (replace) return;
  const names = replacedNames(dataDir).filter((name) => name !== DATABASE_FOLDER);
  if (!isDatabaseFull && names.length === 0) return;
  const what = isDatabaseFull ? 'The database' : `The data folder ${dataDir}`;
  throw new StartError(
    `${what} is not empty: restore into an empty one, or add --replace to put the backup in its place. Nothing was changed.`,
  );
}

async function filled(
  dataDir: string,
  now: Date,
  fill: (folder: string) => Promise<RestoredDatabase>,
): Promise<Restored> {
  const restoring = await beginRestoring(dataDir);
  try {
    const restored = await fill(restoring);
    return { ...restored, before: await exchange(dataDir, now) };
  } catch (error) {
    await discardRestoring(dataDir);
    throw error;
  }
}
