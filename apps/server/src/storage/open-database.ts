/** Opens the configured database, or says in one sentence why it cannot. */
import { mkdirSync } from 'node:fs';
import { type Clock, systemClock } from '../clock.ts';
import { serverPool } from './connection-pool.ts';
import type { Database, StorageLog } from './database.ts';
import { notWritable } from './embedded/check-folder.ts';
import { startEmbeddedServer } from './embedded/embedded-server.ts';
import { lockFolder } from './embedded/folder-lock.ts';
import { createListener } from './listener.ts';
import { type PooledDatabaseParts, pooledDatabase } from './pooled-database.ts';
import { checkServer } from './start-checks.ts';
import { StartError } from './start-error.ts';

export interface DatabaseOptions {
  /** A PostgreSQL server; absent: the embedded one, with its data in `dataDir`. */
  readonly databaseUrl?: string;
  readonly dataDir: string;
  /** Start on a server that may lose what it confirmed, and say so on every page. */
  readonly unsafeDatabase: boolean;
  /** A new embedded database that is filled once, and thrown away unless that succeeds. */
  readonly isBulkLoad?: boolean;
  /** Times the heartbeat of LISTEN; defaults to the system's. */
  readonly clock?: Clock;
  readonly log: StorageLog;
}

/**
 * Connects and checks; creates no table (see `prepare-database.ts`). Throws StartError when the
 * operator has to mend something.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, unsafeDatabase, clock, log } = options;
  if (databaseUrl === undefined) return openEmbedded(options);
  const parts = { isExclusive: false, location: undefined, afterClose: () => Promise.resolve() };
  return connectDatabase(databaseUrl, unsafeDatabase, log, parts, clock);
}

/** A running server; throws StartError when it cannot be used. */
export async function connectDatabase(
  databaseUrl: string,
  unsafeDatabase: boolean,
  log: StorageLog,
  parts: Pick<PooledDatabaseParts, 'isExclusive' | 'location' | 'afterClose'>,
  clock = systemClock,
): Promise<Database> {
  const pool = serverPool(databaseUrl, log);
  try {
    await pool.query('select 1');
  } catch (error) {
    await pool.end();
    throw new StartError(`The database in DATABASE_URL cannot be used: ${reasonOf(error)}.`, {
      cause: error,
    });
  }
  const warnings: string[] = [];
  const listener = createListener({ databaseUrl, clock, log });
  const database = pooledDatabase({ ...parts, pool, listener, warnings });
  try {
    warnings.push(...(await checkServer(database.db, unsafeDatabase)));
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function openEmbedded(options: DatabaseOptions): Promise<Database> {
  const { dataDir, unsafeDatabase, isBulkLoad = false, log } = options;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw notWritable(dataDir, error);
  }
  const lock = await lockFolder(dataDir);
  try {
    const server = await startEmbeddedServer({ dataDir, isBulkLoad, log });
    try {
      return await connectDatabase(server.url, unsafeDatabase, log, {
        isExclusive: true,
        location: `The database is stored in ${server.folder}.`,
        afterClose: async () => {
          await server.stop();
          await lock.release();
        },
      });
    } catch (error) {
      await server.stop();
      throw error;
    }
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** A refused connection has its sentence in `code` and an empty message. */
function reasonOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || code || String(error);
}
