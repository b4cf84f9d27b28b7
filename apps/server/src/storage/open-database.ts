/** Opens the configured database, or says in one sentence why it cannot. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { embeddedPool, serverPool } from './connection-pool.ts';
import type { Database, StorageLog } from './database.ts';
import { lockFolder } from './embedded-lock.ts';
import { listenOnEmbedded, listenOnServer } from './listener.ts';
import { type PgliteThread, startPglite } from './pglite-thread.ts';
import { pooledDatabase } from './pooled-database.ts';
import { checkServer } from './start-checks.ts';
import { StartError } from './start-error.ts';

export interface DatabaseOptions {
  /** A PostgreSQL server; absent: PGlite in `dataDir`. */
  readonly databaseUrl?: string;
  readonly dataDir: string;
  /** Start on a server that may lose what it confirmed, and say so on every page. */
  readonly unsafeDatabase: boolean;
  /**
   * An embedded database that is new, and thrown away unless it is filled and closed: its log does
   * not hold what it is filled with, so a kill leaves nothing that could be used.
   */
  readonly isToBeFilled?: boolean;
  readonly log: StorageLog;
}

/**
 * Connects and checks; makes no table (see `prepare-database.ts`). Throws StartError when the
 * operator has to mend something.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  return options.databaseUrl === undefined
    ? openEmbedded(options)
    : openServer(options.databaseUrl, options);
}

async function openServer(databaseUrl: string, options: DatabaseOptions): Promise<Database> {
  const pool = serverPool(databaseUrl, options.log);
  try {
    await pool.query('select 1');
  } catch (error) {
    await pool.end();
    throw new StartError(`The database in DATABASE_URL cannot be used: ${reasonOf(error)}.`, {
      cause: error,
    });
  }
  const warnings: string[] = [];
  const database = pooledDatabase({
    pool,
    engine: 'postgres',
    listener: listenOnServer(databaseUrl, options.log),
    warnings,
    afterClose: () => Promise.resolve(),
  });
  try {
    warnings.push(...(await checkServer(database.db, options.unsafeDatabase)));
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function openEmbedded({
  dataDir,
  isToBeFilled = false,
  log,
}: DatabaseOptions): Promise<Database> {
  const folder = join(dataDir, 'database');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new StartError(`The data folder ${dataDir} cannot be written (${reasonOf(error)}).`, {
      cause: error,
    });
  }
  const lock = await lockFolder(folder);
  try {
    const thread = await startPglite({ dataDir: folder, isToBeFilled }, log);
    return embeddedDatabase(thread, log, () => lock.release());
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** A `Database` over a running thread; `afterClose` is called when the thread has ended. */
export function embeddedDatabase(
  thread: PgliteThread,
  log: StorageLog,
  afterClose: () => Promise<void>,
): Database {
  const pool = embeddedPool(thread, log);
  return pooledDatabase({
    pool,
    engine: 'pglite',
    listener: listenOnEmbedded(pool, log),
    warnings: [],
    afterClose: async () => {
      await thread.close();
      await afterClose();
    },
  });
}

/** A refused connection has its sentence in `code` and an empty message. */
function reasonOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || code || String(error);
}
