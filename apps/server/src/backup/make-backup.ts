/**
 * Writes everything into one archive: all rows from one snapshot, and the files of the data folder.
 * On an external PostgreSQL the server may continue to run; the embedded PostgreSQL belongs to one
 * process.
 */
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { readSetting } from '../areas/shared/installation/installation-queries.ts';
import { keyIdOf } from '../areas/shared/installation/sealed-secrets.ts';
import type { Database, Executor } from '../storage/database.ts';
import { FIRST_TABLE } from '../storage/distributed/is-distributed.ts';
import { isOnNodes } from '../storage/distributed/nodes-dialect.ts';
import { readMigrations } from '../storage/migrate.ts';
import { readApplied } from '../storage/migrating/oldest-program.ts';
import { StartError } from '../storage/start-error.ts';
import {
  type Contents,
  FORMAT_VERSION,
  filePart,
  type Manifest,
  PART_BYTES,
  type PackedFile,
  type PackedTable,
  tablePart,
} from './archive-format.ts';
import { backedUpFiles, foreignNames } from './data-folder.ts';
import { type StoredTable, sequences, storedTables } from './table-catalogue.ts';
import { tablePieces } from './table-pieces.ts';
import { type ArchiveWriter, writeArchive } from './write-archive.ts';

export interface BackupOptions {
  readonly database: Database;
  readonly dataDir: string;
  readonly file: string;
  /** Version of the program, so that an operator can find a program that reads the archive. */
  readonly app: string;
  readonly overwrite: boolean;
  readonly now: Date;
  /** The installation's key, if any; signs the archive if the database is sealed with it. */
  readonly key: Buffer | undefined;
  /** The key that is being replaced, if any; signs the archive if the database is sealed with it. */
  readonly formerKey?: Buffer | undefined;
}

export interface BackupDone {
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
  /** Names in the data folder that do not belong to Busbar. */
  readonly leftOut: readonly string[];
  readonly isSigned: boolean;
  /** The newest migration of the database, if this program does not know it. */
  readonly newerMigration: string | undefined;
  readonly bytes: number;
  readonly sha256: string;
}

export async function makeBackup(options: BackupOptions): Promise<BackupDone> {
  const { database, dataDir, file, app, overwrite, now } = options;
  return database.transaction(async (trx) => {
    await beginSnapshot(trx);
    const tables = await lockedTables(trx);
    const key = await signingKey(trx, [options.key, options.formerKey]);
    const migrations = await readApplied(trx);
    const newest = migrations.at(-1);
    const isNewer = newest !== undefined && newest.number > readMigrations().length;
    const manifest: Manifest = {
      format: 'busbar-backup',
      version: FORMAT_VERSION,
      app,
      createdAt: now.toISOString(),
      engine: 'postgres',
      migrations,
      tables: tables.map(({ name, columns }) => ({ name, columns })),
    };
    let contents: Contents | undefined;
    const written = await writeArchive(file, overwrite, manifest, key, async (writer) => {
      contents = {
        tables: await writeTables(trx, writer, tables),
        files: await writeFiles(writer, dataDir),
        // The sequences are read last, so that numbers used during the backup are not used again.
        sequences: await sequences(trx),
      };
      return contents;
    });
    return {
      tables: tables.length,
      rows: contents!.tables.reduce((sum, { rows }) => sum + rows, 0),
      files: contents!.files.length,
      leftOut: foreignNames(dataDir),
      isSigned: key !== undefined,
      newerMigration: isNewer ? newest.name : undefined,
      ...written,
    };
  });
}

/**
 * Returns undefined if the database has no key yet. Throws if the key is not the database's key:
 * the installation would reject the backup when restoring it.
 */
async function signingKey(
  trx: Executor,
  keys: readonly (Buffer | undefined)[],
): Promise<Buffer | undefined> {
  const keyId = await readSetting(trx, 'secrets_key_id');
  if (keyId === undefined) return undefined;
  const found = keys.find((key) => key !== undefined && keyIdOf(key) === keyId);
  if (found !== undefined) return found;
  throw new StartError(
    'This program has another key than the database, or none: set SECRETS_KEY or SECRETS_KEY_FILE as ' +
      'for the server. If that key is lost, start the server once with SECRETS_KEY_LOST=1 first.',
  );
}

/** Reads all tables from one snapshot, even in a long backup; no row-level security hides rows. */
async function beginSnapshot(trx: Executor): Promise<void> {
  await sql`set transaction isolation level repeatable read, read only`.execute(trx);
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
  await sql`set local row_security = off`.execute(trx);
  if (isOnNodes(trx)) await beginOnNodes(trx);
}

/**
 * Begins the snapshot of every node at once, with one connection to each. The nodes have no common
 * snapshot: all rows of one customer are of one point in time.
 */
async function beginOnNodes(trx: Executor): Promise<void> {
  await sql`set local citus.max_adaptive_executor_pool_size = 1`.execute(trx);
  await sql`select count(*) from ${sql.table(FIRST_TABLE)}`.execute(trx);
}

/** Locks the tables as a reader, so that none is dropped, truncated or altered before the read. */
async function lockedTables(trx: Executor): Promise<StoredTable[]> {
  const tables = await storedTables(trx);
  if (!tables.some(({ name }) => name === 'schema_migration')) {
    throw new StartError('The database holds no data of Busbar: there is nothing to back up.');
  }
  await sql`lock table ${sql.join(tables.map(({ name }) => sql`only ${sql.table(name)}`))}
    in access share mode`.execute(trx);
  return tables;
}

async function writeTables(
  trx: Executor,
  writer: ArchiveWriter,
  tables: readonly StoredTable[],
): Promise<PackedTable[]> {
  const written: PackedTable[] = [];
  for (const table of tables) {
    let rows = 0;
    const pieces = tablePieces(trx, table, (copied) => {
      rows += copied;
    });
    const packed = await writer.add(pieces, (part) => tablePart(table.name, part));
    written.push({ name: table.name, rows, ...packed });
  }
  return written;
}

async function writeFiles(writer: ArchiveWriter, dataDir: string): Promise<PackedFile[]> {
  const written: PackedFile[] = [];
  for (const path of backedUpFiles(dataDir)) {
    const handle = await open(join(dataDir, path), 'r').catch((error: NodeJS.ErrnoException) => {
      // The file is a report that was deleted during the backup.
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (handle === undefined) continue;
    try {
      const number = written.length + 1;
      const pieces = handle.createReadStream({ highWaterMark: PART_BYTES, autoClose: false });
      const packed = await writer.add(pieces, (part) => filePart(number, part));
      written.push({ path, ...packed });
    } finally {
      await handle.close();
    }
  }
  return written;
}
