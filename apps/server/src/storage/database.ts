/**
 * The only interface to PostgreSQL, embedded or external: SQL through Kysely, transactions, COPY
 * (`bulk/copy-in.ts`), reading in slices, LISTEN and NOTIFY.
 *
 * A transaction contains only its own statements. It never awaits the network, and never a query
 * outside it: such a query may wait for the connection that the transaction holds, and fails after
 * 10 s.
 */
import type { Compilable, Kysely, RawBuilder, Transaction } from 'kysely';
import type { DatabaseRole } from './connection/database-role.ts';
import type { PairLock } from './listening/listening-connection.ts';
import type { Schema } from './schema/schema.ts';

/** A database handle or open transaction for query functions, which never open a transaction. */
export type Executor = Kysely<Schema>;

/** A statement that only reads, and the function that makes its result of the rows. */
export interface Read<Result> {
  readonly query: RawBuilder<unknown>;
  resultOf(rows: readonly unknown[]): Result;
}

/** A `Read` with typed rows. */
export function read<Row, Result>(
  query: RawBuilder<Row>,
  resultOf: (rows: readonly Row[]) => Result,
): Read<Result> {
  return { query, resultOf: resultOf as (rows: readonly unknown[]) => Result };
}

/** Runs one read, in the transaction of the executor if it has one. */
export async function runRead<Result>(
  db: Executor,
  { query, resultOf }: Read<Result>,
): Promise<Result> {
  return resultOf((await query.execute(db)).rows);
}

export interface StorageLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface Database {
  readonly db: Kysely<Schema>;
  /** True if no other Busbar process can use the database: embedded server, locked data folder. */
  readonly isExclusive: boolean;
  /** True if the tables are on the worker nodes of Citus (docs/adr/0065). */
  readonly isDistributed: boolean;
  /** One sentence on where the embedded server stores data; undefined for an external server. */
  readonly location: string | undefined;
  /**
   * Keeps space free on the disk of the embedded server, so that it can be started again if a
   * migration fills the disk, until the returned function is called. Throws StartError if the space
   * is missing. Does nothing for an external server.
   */
  reserveDisk(): () => void;
  /**
   * Sentences every page must show: the database is unsafe, but the configuration permits it, or a
   * connection has a fault. The array changes with the state of the connections.
   */
  readonly warnings: readonly string[];
  /** One sentence on why the replica for reading is not used; undefined if it is, or if there is none. */
  readonly replicaFault: string | undefined;
  /**
   * The same database in another role (docs/adr/0023). A program opens it as the owner of the
   * tables; the running server works as the platform, and as a customer while it serves one.
   */
  as(role: DatabaseRole): Database;
  /** Runs everything as the owner from now on, because the cluster lacks the other roles. */
  disableServiceRoles(): void;
  /**
   * Checks at the start of a server that transactions, settings and notifications pass a connection
   * pooler, if there is one. Throws StartError with the variable to correct; too few connections
   * become a warning.
   */
  checkConnections(): Promise<void>;
  /**
   * Runs an atomic transaction; an error of `work` rolls it back and is rethrown. Only services
   * open transactions.
   */
  transaction<T>(work: (trx: Transaction<Schema>) => Promise<T>): Promise<T>;
  /**
   * Runs several reads one after another in one round trip, and returns their results. If one fails,
   * its error is thrown. A long read belongs on a connection of its own, so that others do not wait
   * for it. Must not be called inside a transaction.
   */
  readTogether<Results extends readonly unknown[]>(
    ...reads: { readonly [At in keyof Results]: Read<Results[At]> }
  ): Promise<Results>;
  /**
   * Like `readTogether`, for short reads of frequent calls: reads that other calls request at the
   * same time are sent in the same round trip. An error of theirs is not thrown here.
   */
  readShared<Results extends readonly unknown[]>(
    ...reads: { readonly [At in keyof Results]: Read<Results[At]> }
  ): Promise<Results>;
  /**
   * Returns the rows of a query in slices from one snapshot, in constant memory whatever their
   * number. Leaving the loop early ends the query. Must not be called inside a transaction.
   */
  stream<Row>(query: Compilable<Row>, rowsPerSlice?: number): AsyncGenerator<Row[]>;
  /**
   * Runs a read whose result may be some seconds old, on the replica if there is one, otherwise on
   * the primary. If the replica fails, `work` is run again on the primary. Only for long readings of
   * charts and reports, never for anything that decides, is billed or is written.
   */
  readStale<T>(work: (executor: Executor) => Promise<T>): Promise<T>;
  /**
   * Calls `handler` with each payload sent on the channel, including those of other processes. An
   * empty payload means that notifications may have been missed (the connection was lost): read the
   * rows again. Resolves when listening, with a function that stops it.
   */
  listen(channel: string, handler: (payload: string) => void): Promise<() => Promise<void>>;
  /**
   * Holds these shared advisory locks, instead of those held before, in the session that listens.
   * Other programs see in `pg_locks` what this process shows until it ends.
   */
  holdLocks(locks: readonly PairLock[]): Promise<void>;
  /** Notifies all listeners; inside a transaction, at its commit. Payload: 1 to 7999 bytes. */
  notify(channel: string, payload: string, executor?: Executor): Promise<void>;
  /** Resolves if the database responds within 2 s, throws DatabaseUnavailable otherwise. */
  ping(): Promise<void>;
  /** Waits for work in progress, then closes the database and unlocks the data folder. */
  close(): Promise<void>;
}
