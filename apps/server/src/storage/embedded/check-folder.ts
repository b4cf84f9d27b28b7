/** Checks a data folder before PostgreSQL opens it; reports a problem in one sentence. */
import { accessSync, constants, existsSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { operatorCommand } from '../../config/operator-command.ts';
import { StartError } from '../start-error.ts';
import { DATABASE_FOLDER, type DataPlace } from './data-place.ts';

export const EMBEDDED_MAJOR = 18;

const MIB = 1024 * 1024;
/** Free space required for a new database of 40 MiB and its start. */
export const MIN_FREE_TO_CREATE_BYTES = 128 * MIB;
/** Free space required for two segments of the write-ahead log and the output of recovery. */
export const MIN_FREE_TO_START_BYTES = 64 * MIB;

/** Folder name of the embedded database in an earlier version. */
export const FORMER_FOLDER = 'database';

/** Runs before anything is created in the folder. */
export function checkDataFolder(dataDir: string): void {
  const former = join(dataDir, FORMER_FOLDER, 'PG_VERSION');
  if (existsSync(former) && !existsSync(join(dataDir, DATABASE_FOLDER))) {
    throw new StartError(
      `The data folder ${dataDir} holds the embedded database of an earlier version of Busbar, which this one cannot open: make a backup with that version (${operatorCommand('backup')}) and restore it with this one (${operatorCommand('restore')}), or set DATA_DIR to an empty folder. Nothing was changed.`,
    );
  }
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw notWritable(dataDir, error);
  }
}

export function checkFreeSpace(folder: string, minFreeBytes: number): void {
  const { bavail, bsize } = statfsSync(folder);
  const freeBytes = bavail * bsize;
  if (freeBytes >= minFreeBytes) return;
  throw new StartError(
    `The disk of ${folder} is full (${Math.floor(freeBytes / MIB)} MiB free, ${minFreeBytes / MIB} MiB needed): free some space and start again.`,
  );
}

/** Checks an existing data directory of PostgreSQL. */
export function checkDatabaseFolder({ folder, user }: DataPlace): void {
  const uid = user?.uid ?? process.getuid?.();
  const owner = statSync(folder).uid;
  if (uid !== undefined && owner !== uid) {
    const name = user?.name ?? `user ${uid}`;
    throw new StartError(
      `The database in ${folder} belongs to another user (${owner}) than the one PostgreSQL runs as (${name}, ${uid}): start Busbar as its owner, or give it to that user (chown -R ${uid} ${folder}).`,
    );
  }
  const major = readMajor(folder);
  if (major === EMBEDDED_MAJOR) return;
  throw new StartError(
    major === undefined
      ? `${folder} is not a database of PostgreSQL (PG_VERSION is missing or cannot be read): move it away to begin with an empty database, or restore a backup. Nothing was changed.`
      : `The database in ${folder} was created by PostgreSQL ${major} and this version of Busbar has PostgreSQL ${EMBEDDED_MAJOR}: make a backup with the version of Busbar that created it and restore it with this one. Nothing was changed.`,
  );
}

function readMajor(folder: string): number | undefined {
  try {
    const major = Number(readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim());
    return Number.isInteger(major) && major > 0 ? major : undefined;
  } catch {
    return undefined;
  }
}

export function notWritable(folder: string, error: unknown): StartError {
  const { code, message } = error as NodeJS.ErrnoException;
  return new StartError(
    `The data folder ${folder} cannot be written (${code ?? message}): let the user that runs Busbar write to it, or set DATA_DIR to another folder.`,
    { cause: error },
  );
}
