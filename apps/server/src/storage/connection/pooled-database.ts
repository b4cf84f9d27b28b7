/** A `Database` over the driver's pools. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Compilable, Kysely, sql } from 'kysely';
import { checkConnections } from '../checks/check-connections.ts';
import type { Database } from '../database.ts';
import { DatabaseUnavailable } from '../database-unavailable.ts';
import { NodesDialect } from '../distributed/nodes-dialect.ts';
import type { Listener } from '../listening/listener.ts';
import type { Schema } from '../schema/schema.ts';
import { rejectReadOnly } from '../servers/read-only.ts';
import type { ReadReplica } from '../servers/read-replica.ts';
import { readStale } from '../servers/read-stale.ts';
import type { ServerPool } from '../servers/server-pool.ts';
import type { Warnings } from '../warnings.ts';
import { kyselyPool } from './connection-pool.ts';
import type { DatabaseRole } from './database-role.ts';
import { readTogether } from './read-together.ts';
import { readSlices } from './row-stream.ts';
import { SharedReads } from './shared-reads.ts';
import { StatementNames } from './statement-names.ts';
import { within } from './within.ts';

export interface PooledDatabaseParts {
  readonly pool: ServerPool;
  /** Bypasses the connection pooler, if there is one; otherwise the same pool. */
  readonly directPool: ServerPool;
  /** Serves reads that may be some seconds old; undefined if there is none. */
  readonly replica: ReadReplica | undefined;
  readonly isExclusive: boolean;
  /** Whether the tables are on the worker nodes of Citus; known after the first statement. */
  readonly isDistributed: () => boolean;
  readonly location: string | undefined;
  readonly reserveDisk: Database['reserveDisk'];
  /** Listens on a direct connection. */
  readonly listener: Listener;
  readonly warnings: Warnings;
  /** The database's name in messages to the operator, unless a connection pooler is in front of it. */
  readonly title: string;
  /** Called first. */
  readonly beforeClose: () => void;
  /** Stops the server below the pools; called last. */
  readonly afterClose: () => Promise<void>;
}

const CUSTOMER_NAMES = 'busbar_c';
const PLATFORM_NAMES = 'busbar_p';
const pingTimeoutMs = 2_000;
/** Time limit for connections in use when the database is closed. */
const END_LIMIT_MS = 1_000;

/** Runs as the owner of the tables. */
export function pooledDatabase(parts: PooledDatabaseParts): Database {
  let closed: Promise<void> | undefined;
  let hasServiceRoles = true;
  let { title } = parts;
  // Most poolers assign each transaction to a session that may not have prepared the statement.
  let mayPrepare = parts.pool === parts.directPool;
  const shared: Shared = {
    ...parts,
    effectiveRole: (role) => (hasServiceRoles ? role : 'owner'),
    disableServiceRoles() {
      hasServiceRoles = false;
    },
    as: (role) => {
      if (role === 'owner') return owner;
      return role === 'platform'
        ? platform
        : databaseAs(shared, role, () => (mayPrepare ? customerNames : undefined));
    },
    titleOf: () => title,
    async checkConnections() {
      const { isPooled, carriesStatements } = await checkConnections(parts);
      mayPrepare = !isPooled || carriesStatements;
      if (!isPooled) return;
      title = 'The connection pooler in DATABASE_URL';
      // The pooler may have been configured or replaced since.
      const pooler = { onRefused: () => (mayPrepare = false) };
      customerNames = new StatementNames(CUSTOMER_NAMES, pooler);
      platformNames = new StatementNames(PLATFORM_NAMES, pooler);
    },
    close() {
      closed ??= closeInOrder(parts);
      return closed;
    },
  };
  // PostgreSQL plans a statement for one role, so the roles do not share names. The statements of
  // the owner are those of maintenance, which rarely repeat.
  let customerNames = new StatementNames(CUSTOMER_NAMES);
  let platformNames = new StatementNames(PLATFORM_NAMES);
  const owner = databaseAs(shared, 'owner', () => undefined);
  const platform = databaseAs(shared, 'platform', () => (mayPrepare ? platformNames : undefined));
  return owner;
}

interface Shared
  extends PooledDatabaseParts,
    Pick<Database, 'as' | 'checkConnections' | 'close' | 'disableServiceRoles'> {
  /** Returns the owner if the cluster lacks the other roles. */
  readonly effectiveRole: (role: DatabaseRole) => DatabaseRole;
  readonly titleOf: () => string;
}

function databaseAs(
  shared: Shared,
  requested: DatabaseRole,
  names: () => StatementNames | undefined,
): Database {
  const { isExclusive, location, reserveDisk, listener, warnings, effectiveRole, titleOf } = shared;
  const { as, checkConnections, close, disableServiceRoles, isDistributed } = shared;
  // Maintenance takes long, locks tables and disables timeouts, so it bypasses the connection
  // pooler.
  const pool = requested === 'owner' ? shared.directPool : shared.pool;
  const role = () => effectiveRole(requested);
  const rolePool = kyselyPool(pool, role, names, isDistributed);
  const db = new Kysely<Schema>({ dialect: new NodesDialect({ pool: rolePool }, isDistributed) });
  const sharedReads = new SharedReads((reads) => readTogether(rolePool, db, reads));
  const { replica } = shared;
  const replicaDb =
    replica &&
    new Kysely<Schema>({
      dialect: new NodesDialect(
        { pool: kyselyPool(replica.pool, role, () => undefined, isDistributed) },
        isDistributed,
      ),
    });
  return {
    db,
    get replicaFault() {
      return replica?.fault;
    },
    readStale: (work) =>
      replica === undefined || replicaDb === undefined
        ? work(db)
        : readStale(replica, { replica: replicaDb, primary: db }, work),
    isExclusive,
    get isDistributed() {
      return isDistributed();
    },
    location,
    reserveDisk,
    warnings: warnings.texts,
    as,
    checkConnections,
    disableServiceRoles,
    transaction: (work) => db.transaction().execute(work),
    readTogether: (...reads) => readTogether(rolePool, db, reads),
    readShared: (...reads) => sharedReads.add(reads),
    stream: <Row>(query: Compilable<Row>, rowsPerSlice = 500) =>
      readSlices(pool, role(), query.compile(), rowsPerSlice, isDistributed()),
    listen: (channel, handler) => listener.listen(channel, handler),
    holdLocks: (locks) => listener.holdLocks(locks),
    async notify(channel, payload, executor = db) {
      if (payload === '') throw new RangeError('an empty payload means that some were missed');
      await sql`select pg_notify(${channel}, ${payload})`.execute(executor);
    },
    async ping() {
      try {
        await within(pingTimeoutMs, rejectReadOnly(shared.pool));
      } catch (error) {
        throw new DatabaseUnavailable(titleOf(), error);
      }
    },
    close,
  };
}

async function closeInOrder(parts: PooledDatabaseParts): Promise<void> {
  const { listener, pool, directPool, replica, beforeClose, afterClose } = parts;
  beforeClose();
  await listener.close();
  const ended = Promise.all([
    pool.end(),
    directPool === pool ? undefined : directPool.end(),
    replica?.close(),
  ]);
  // Statements that still run are those of abandoned work; their transactions are rolled back.
  await Promise.race([ended, sleep(END_LIMIT_MS, undefined, { ref: false })]);
  await afterClose();
}
