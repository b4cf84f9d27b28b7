/** Opens the configured database, or reports in one sentence why it cannot be opened. */
import { mkdirSync } from 'node:fs';
import { type Clock, isDatabaseClock, systemClock } from '../clock.ts';
import { checkConnection } from './checks/check-connection.ts';
import { checkReplication } from './checks/check-replication.ts';
import { checkServer } from './checks/check-server.ts';
import { watchClock } from './clock-watch.ts';
import { type PooledDatabaseParts, pooledDatabase } from './connection/pooled-database.ts';
import type { Database, StorageLog } from './database.ts';
import { DatabaseUnavailable } from './database-unavailable.ts';
import { isDistributed } from './distributed/is-distributed.ts';
import { watchNodes } from './distributed/node-watch.ts';
import { notWritable } from './embedded/check-folder.ts';
import { freeReserve, takeReserve } from './embedded/disk-reserve.ts';
import { startEmbeddedServer } from './embedded/embedded-server.ts';
import { lockFolder } from './embedded/folder-lock.ts';
import { createListener } from './listening/listener.ts';
import { DatabaseServers } from './servers/database-servers.ts';
import { ReadReplica } from './servers/read-replica.ts';
import { ServerPool } from './servers/server-pool.ts';
import { Warnings } from './warnings.ts';

export interface DatabaseOptions {
  /** URL of a PostgreSQL server; defaults to the embedded server, with its data in `dataDir`. */
  readonly databaseUrl?: string;
  /** URL of the same server without pooler, for LISTEN and maintenance; default: `databaseUrl`. */
  readonly directUrl?: string;
  /** A replica of the server, and the limit of its lag, for reads that may be some seconds old. */
  readonly replica?: { readonly url: string; readonly maxLagS: number };
  readonly dataDir: string;
  /** Starts on a server that may lose confirmed data, and shows a warning on every page. */
  readonly unsafeDatabase: boolean;
  /** True for a new embedded database that is filled once, and discarded unless that succeeds. */
  readonly isBulkLoad?: boolean;
  /** Clock of the LISTEN heartbeat; defaults to the system's. */
  readonly clock?: Clock;
  readonly log: StorageLog;
  /** Aborts the start of the embedded server, which then throws the signal's reason. */
  readonly signal?: AbortSignal;
}

const MAX_CONNECTIONS = 12;
const MAX_DIRECT_CONNECTIONS = 4;

/**
 * Connects and checks; creates no table (see `prepare-database.ts`). Throws StartError if the
 * operator must correct something.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl } = options;
  if (databaseUrl === undefined) return openEmbedded(options);
  return connectDatabase(
    { ...options, databaseUrl },
    {
      isExclusive: false,
      location: undefined,
      reserveDisk: () => () => undefined,
      afterClose: () => Promise.resolve(),
    },
  );
}

type ServerOptions = Omit<DatabaseOptions, 'dataDir'> & { readonly databaseUrl: string };

/** Connects to a running server; throws StartError if it cannot be used. */
async function connectDatabase(
  options: ServerOptions,
  parts: Pick<PooledDatabaseParts, 'isExclusive' | 'location' | 'reserveDisk' | 'afterClose'>,
): Promise<Database> {
  const {
    databaseUrl,
    directUrl = databaseUrl,
    unsafeDatabase,
    clock = systemClock,
    log,
  } = options;
  const servers = new DatabaseServers(databaseUrl, log);
  const pool = new ServerPool({ servers, max: MAX_CONNECTIONS, log });
  const isDirect = directUrl === databaseUrl;
  const directServers = isDirect ? servers : new DatabaseServers(directUrl, log);
  const directPool = isDirect
    ? pool
    : new ServerPool({ servers: directServers, max: MAX_DIRECT_CONNECTIONS, log });
  const warnings = new Warnings();
  const listener = createListener({
    findUrl: () => findServer(servers, directServers),
    clock,
    log,
    onState: (error) =>
      warnings.set('listener', error === undefined ? undefined : notListening(error, isDirect)),
  });
  const replica =
    options.replica && new ReadReplica({ ...options.replica, primary: pool, clock, log });
  const title = parts.isExclusive ? 'The embedded database' : 'The database in DATABASE_URL';
  let areTablesDistributed = false;
  const stopWatches: (() => void)[] = [];
  const database = pooledDatabase({
    ...parts,
    beforeClose: () => {
      for (const stop of stopWatches) stop();
    },
    isDistributed: () => areTablesDistributed,
    pool,
    directPool,
    replica,
    listener,
    warnings,
    title,
  });
  try {
    await checkConnection(pool, servers, 'DATABASE_URL');
    if (!isDirect) await checkConnection(directPool, directServers, 'DATABASE_DIRECT_URL');
    const faults = await checkServer(database.db, unsafeDatabase);
    if (servers.areSeveral) faults.push(...(await checkReplication(database.db)));
    areTablesDistributed = await isDistributed(database.db);
    const watched = { db: database.db, warnings, log };
    if (areTablesDistributed) stopWatches.push(watchNodes({ ...watched, clock }));
    if (isDatabaseClock(clock)) stopWatches.push(await watchClock({ ...watched, clock }));
    if (faults.length > 0) warnings.set('server', faults.join(' '));
    await replica?.check();
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The sentence while LISTEN cannot be opened again. */
function notListening(error: unknown, isDirect: boolean): string {
  const { message } = new DatabaseUnavailable(
    `The database in ${isDirect ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'}`,
    error,
  );
  return `${message} Until it is back, changes of other processes reach the pages of this one late.`;
}

/**
 * Returns the server to listen at. The connection that listens is the first to notice that a server
 * has stopped without closing its connections, so that the pools change with it.
 */
async function findServer(servers: DatabaseServers, direct: DatabaseServers): Promise<string> {
  if (servers !== direct) await servers.find().catch(() => undefined);
  return direct.find();
}

async function openEmbedded(options: DatabaseOptions): Promise<Database> {
  const { dataDir, isBulkLoad = false, log, signal } = options;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw notWritable(dataDir, error);
  }
  const lock = await lockFolder(dataDir);
  try {
    const server = await startEmbeddedServer({
      dataDir,
      isBulkLoad,
      log,
      ...(signal === undefined ? {} : { signal }),
    });
    try {
      return await connectDatabase(
        { ...options, databaseUrl: server.url },
        {
          isExclusive: true,
          location: `The database is stored in ${server.folder}.`,
          reserveDisk: () => {
            takeReserve(server.folder);
            return () => freeReserve(server.folder);
          },
          afterClose: async () => {
            await server.stop();
            await lock.release();
          },
        },
      );
    } catch (error) {
      await server.stop();
      throw error;
    }
  } catch (error) {
    await lock.release();
    throw error;
  }
}
