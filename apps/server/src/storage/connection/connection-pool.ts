/** The driver's pool, and its adapter for Kysely. */
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { type ClientBase, Pool, type PoolClient, type PoolConfig, type QueryResult } from 'pg';
import { CopyPayload, submitCopy } from '../bulk/copy-in.ts';
import { CopyTarget, submitCopyOut } from '../bulk/copy-out.ts';
import { runOnNodes } from '../distributed/run-on-nodes.ts';
import { isReadOnlyError } from '../servers/read-only.ts';
import type { ServerPool } from '../servers/server-pool.ts';
import { type DatabaseRole, setLocal } from './database-role.ts';
import { typeParsers } from './parsers.ts';
import {
  beginAs,
  queriesAs,
  queryAs,
  queryInTransaction,
  type StatementInput,
} from './role-query.ts';
import type { StatementResult } from './statement.ts';
import { isStalePreparation, type StatementNames } from './statement-names.ts';

export interface PoolLog {
  warn(details: object, message: string): void;
}

// The timeout also limits the wait for a connection, so that a query which awaits a second
// connection inside its own transaction fails rather than hangs.
const connectTimeoutMs = 10_000;
// Long enough for the regular work of an idle server to find its connections open.
const idleTimeoutMs = 60_000;
/** A connection is probed after this idle time, instead of the system's default of two hours. */
const keepAliveAfterMs = 10_000;

/**
 * Options of every connection to a server. They contain no session settings, which a pooler may
 * ignore (`database-role.ts`).
 */
export function serverConnection(databaseUrl: string): PoolConfig {
  return {
    connectionString: databaseUrl,
    types: typeParsers,
    application_name: 'busbar',
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
    connectionTimeoutMillis: connectTimeoutMs,
  };
}

/** `verify` rejects if a new connection must not be used. */
export function createPool(
  databaseUrl: string,
  max: number,
  log: PoolLog,
  verify?: (client: ClientBase) => Promise<void>,
): Pool {
  return watched(
    new Pool({
      ...serverConnection(databaseUrl),
      max,
      idleTimeoutMillis: idleTimeoutMs,
      ...(verify && { onConnect: verify }),
    }),
    log,
  );
}

function watched(pool: Pool, log: PoolLog): Pool {
  const lost = (error: Error) => {
    if (!pool.ending) log.warn({ error }, 'a database connection was lost');
  };
  // Without listeners the loss of a connection would end the process: the pool reports the loss of
  // an idle connection, and the client itself reports it for a connection in use, between two
  // statements of a transaction.
  pool.on('error', lost);
  pool.on('connect', (client) => client.on('error', lost));
  return pool;
}

/**
 * The pool as Kysely expects it; each statement or transaction runs in the role that is current
 * when it starts. A statement whose parameter is a COPY payload or target becomes a COPY.
 * `names` returns undefined if statements are not to be prepared.
 */
export function kyselyPool(
  pool: Pick<ServerPool, 'connect' | 'end'>,
  role: () => DatabaseRole,
  names: () => StatementNames | undefined,
  isDistributed: () => boolean,
): RolePool {
  return {
    connect: async () =>
      new RoleClient(await pool.connect(), role(), names(), isDistributed()) as RoleClient &
        PostgresPoolClient,
    end: () => pool.end(),
  };
}

export interface RolePool extends PostgresPool {
  connect(): Promise<RoleClient & PostgresPoolClient>;
}

/** A client without cursors: only `Database.stream` reads in slices. */
export class RoleClient {
  readonly #client: PoolClient;
  readonly #role: DatabaseRole;
  #isInTransaction = false;
  /** Closes the connection on release. */
  #broken: Error | boolean = false;
  readonly #names: StatementNames | undefined;
  readonly #isDistributed: boolean;

  constructor(
    client: PoolClient,
    role: DatabaseRole,
    names: StatementNames | undefined,
    isDistributed: boolean,
  ) {
    this.#client = client;
    this.#role = role;
    this.#names = names;
    this.#isDistributed = isDistributed;
  }

  async query(statement: string, parameters: readonly unknown[]): Promise<unknown> {
    const needsTransaction =
      this.#isDistributed &&
      !this.#isInTransaction &&
      !BEGIN.test(statement) &&
      !NEVER_IN_TRANSACTION.test(statement);
    return needsTransaction
      ? this.#inOwnTransaction(statement, parameters)
      : this.#query(statement, parameters);
  }

  async #query(statement: string, parameters: readonly unknown[]): Promise<unknown> {
    const payload = parameters[0];
    if (payload instanceof CopyPayload) {
      return copied(
        await this.#run(submitCopy(this.#client, this.#withSettings(statement), payload)),
      );
    }
    if (payload instanceof CopyTarget) {
      return copied(
        await this.#run(submitCopyOut(this.#client, this.#withSettings(statement), payload)),
      );
    }
    if (this.#isInTransaction) {
      const run = (text: string, values: readonly unknown[]) => this.#inTransaction(text, values);
      return this.#isDistributed
        ? runOnNodes(run, statement, parameters)
        : run(statement, parameters);
    }
    if (BEGIN.test(statement)) return this.#begin(statement);
    if (NEVER_IN_TRANSACTION.test(statement)) return this.#inTransaction(statement, parameters);
    return this.#run(queryAs(this.#client, this.#role, statement, parameters, this.#names));
  }

  /** Runs the statements in one round trip, in one transaction; distributed tables need several. */
  async together(statements: readonly StatementInput[]): Promise<StatementResult[]> {
    if (!this.#isDistributed) {
      return this.#run(queriesAs(this.#client, this.#role, statements, this.#names));
    }
    const results: StatementResult[] = [];
    for (const [text, values] of statements) {
      results.push((await this.#inOwnTransaction(text, values)) as StatementResult);
    }
    return results;
  }

  release(): void {
    this.#client.release(this.#broken);
  }

  async #inOwnTransaction(statement: string, parameters: readonly unknown[]): Promise<unknown> {
    await this.#begin('begin');
    try {
      const result = await this.#query(statement, parameters);
      await this.#inTransaction('commit', []);
      return result;
    } catch (error) {
      if (this.#isInTransaction) await this.#inTransaction('rollback', []).catch(() => undefined);
      throw error;
    }
  }

  async #begin(statement: string): Promise<unknown> {
    try {
      await beginAs(this.#client, this.#role, statement, this.#isDistributed);
    } catch (error) {
      this.#broken = error as Error;
      throw error;
    }
    this.#isInTransaction = true;
    return { command: 'BEGIN', rowCount: null, rows: [] };
  }

  async #inTransaction(statement: string, parameters: readonly unknown[]): Promise<QueryResult> {
    try {
      return await this.#run(
        queryInTransaction(this.#client, statement, [...parameters], this.#names),
      );
    } finally {
      if (END.test(statement)) this.#isInTransaction = false;
    }
  }

  /**
   * Closes the connection on release if the server no longer accepts its prepared statements, or
   * writes.
   */
  async #run<T>(result: Promise<T>): Promise<T> {
    try {
      return await withOwnTrace(result);
    } catch (error) {
      if (isStalePreparation(error)) {
        this.#broken ||= true;
        this.#names?.refused();
      }
      if (isReadOnlyError(error)) this.#broken = error;
      throw error;
    }
  }

  /**
   * Prefixes the role's settings, for statements of the simple protocol, in which each message is
   * one transaction.
   */
  #withSettings(statement: string): string {
    return this.#isInTransaction ? statement : `${setLocal(this.#role)}; ${statement}`;
  }
}

const BEGIN = /^(?:begin|start transaction)\b/i;
const END = /^(?:commit|rollback)$/i;
/**
 * These statements are used only by the owner's maintenance; the service roles own no table that
 * they could vacuum.
 */
const NEVER_IN_TRANSACTION =
  /^\s*(?:vacuum\b|(?:create|create unique|drop) index concurrently\b|alter table\s.+\sdetach partition\s.+\s(?:concurrently|finalize)\b)/is;

/** A result with the command INSERT, the only one from which Kysely reads the number of rows. */
const copied = (rowCount: number): unknown => ({ command: 'INSERT', rowCount, rows: [] });

/** Replaces the driver's stack trace, which leads to the socket, by one leading to the caller. */
async function withOwnTrace<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}
