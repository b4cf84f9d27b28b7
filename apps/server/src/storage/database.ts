/**
 * The one door to PostgreSQL, embedded or external: SQL through Kysely, transactions, COPY
 * (`copy-in.ts`), reading by slices, LISTEN and NOTIFY.
 *
 * A transaction holds only its own statements: never an await on a network, and never a query that
 * goes around it, which may wait for the connection the transaction holds and fails after 10 s.
 */
import type { Compilable, Kysely, Transaction } from 'kysely';
import type { DatabaseRole } from './database-role.ts';
import type { Schema } from './schema.ts';

/** A handle or an open transaction: what a repository takes. It opens no transaction itself. */
export type Executor = Kysely<Schema>;

export interface StorageLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface Database {
  readonly db: Kysely<Schema>;
  /** No other Busbar process can use it: the embedded server, whose data folder is locked. */
  readonly isExclusive: boolean;
  /** One sentence on where the embedded server stores its data; undefined: an external server. */
  readonly location: string | undefined;
  /** Sentences every page must show: an unsafe server that was started all the same. */
  readonly warnings: readonly string[];
  /**
   * The same database in another role (docs/adr/0023). A program opens it as the owner of the
   * tables; the running server works as the platform, and as a customer while it serves one.
   */
  as(role: DatabaseRole): Database;
  /** From now on every role is the owner: the cluster lacks the others. */
  disableServiceRoles(): void;
  /**
   * Resolves when a notification that is sent on a connection of the pool arrives at LISTEN. Throws
   * StartError with the variable to set otherwise: a connection pooler is in between.
   */
  checkNotifications(): Promise<void>;
  /** All or nothing; an error of `work` undoes it and is thrown on. Opened by services only. */
  transaction<T>(work: (trx: Transaction<Schema>) => Promise<T>): Promise<T>;
  /**
   * Rows of a query in slices, in constant memory whatever their number, as of one moment.
   * Leaving the loop early ends the query. Not inside a transaction.
   */
  stream<Row>(query: Compilable<Row>, rowsPerSlice?: number): AsyncGenerator<Row[]>;
  /**
   * Calls `handler` with each payload sent on the channel, also by other processes. An empty
   * payload means that some may have been missed (the connection was lost): read the rows again.
   * Resolves when listening, with a function that stops it.
   */
  listen(channel: string, handler: (payload: string) => void): Promise<() => Promise<void>>;
  /** Sends to all who listen, inside a transaction at its commit. Payload: 1 to 7999 bytes. */
  notify(channel: string, payload: string, executor?: Executor): Promise<void>;
  /** Resolves when the database answers within 2 s, throws otherwise. */
  ping(): Promise<void>;
  /** Waits for what is under way, then closes and gives the data folder free. */
  close(): Promise<void>;
}
