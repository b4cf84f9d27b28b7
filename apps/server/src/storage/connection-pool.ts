/** The driver's pool, and its face towards Kysely. */
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { Pool, type PoolClient, type PoolConfig, type QueryResult } from 'pg';
import { CopyPayload, submitCopy } from './copy-in.ts';
import { CopyTarget, submitCopyOut } from './copy-out.ts';
import { typeParsers } from './parsers.ts';
import { leaseAs, type Standing } from './standing.ts';

export interface PoolLog {
  warn(details: object, message: string): void;
}

// A statement that runs longer is cut off (H3); a wait for a connection ends as well, so that a
// query which awaits a second connection inside its own transaction is told rather than hung.
const statementTimeoutMs = 30_000;
// A process that is stopped in the middle of a transaction must not hold its locks against the
// others, whose looking after commands would wait with it (C5).
const idleInTransactionMs = 10_000;
const connectTimeoutMs = 10_000;
// Long enough that the regular work of an idle server finds its connections open.
const idleTimeoutMs = 60_000;

/** What every connection to a server is opened with. */
export function serverConnection(databaseUrl: string): PoolConfig {
  return {
    connectionString: databaseUrl,
    types: typeParsers,
    application_name: 'busbar',
    keepAlive: true,
    connectionTimeoutMillis: connectTimeoutMs,
    options: [
      '-c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres',
      // A year's chart costs 180 ms; compiling its statement for each of them another 140.
      '-c jit=off',
      `-c statement_timeout=${statementTimeoutMs}`,
      `-c idle_in_transaction_session_timeout=${idleInTransactionMs}`,
    ].join(' '),
  };
}

export function serverPool(databaseUrl: string, log: PoolLog): Pool {
  return watched(
    new Pool({ ...serverConnection(databaseUrl), max: 12, idleTimeoutMillis: idleTimeoutMs }),
    log,
  );
}

function watched(pool: Pool, log: PoolLog): Pool {
  const lost = (error: Error) => {
    if (!pool.ending) log.warn({ error }, 'a database connection was lost');
  };
  // Without listeners the loss of a connection would end the process: of an idle one the pool tells,
  // of one that is lent out, between two statements of a transaction, only the client itself.
  pool.on('error', lost);
  pool.on('connect', (client) => client.on('error', lost));
  return pool;
}

/**
 * The pool as Kysely takes it, every connection standing so; a statement whose parameter is one of
 * COPY's becomes a COPY.
 */
export function kyselyPool(pool: Pool, standing: () => Standing): PostgresPool {
  return {
    connect: async () => lease(await leaseAs(pool, standing())),
    end: () => pool.end(),
  };
}

function lease(client: PoolClient): PostgresPoolClient {
  const query: unknown = async (statement: string, parameters: readonly unknown[]) => {
    const payload = parameters[0];
    if (payload instanceof CopyPayload) {
      const rowCount = await submitCopy(client, statement, payload);
      return { command: 'INSERT', rowCount, rows: [] };
    }
    if (payload instanceof CopyTarget) {
      const rowCount = await submitCopyOut(client, statement, payload);
      // Kysely knows how many rows a COPY had by the name of another statement only.
      return { command: 'INSERT', rowCount, rows: [] };
    }
    return answerOf(client, statement, [...parameters]);
  };
  // Kysely's own cursors are not used: `Database.stream` is the one way to read by slices.
  return { query, release: () => client.release() } as PostgresPoolClient;
}

/**
 * By callback. A promise the driver makes keeps the answer of the statement asked for after it alive
 * once it has grown old itself: answer by answer they passed into the old generation, and a report
 * of a million readings left its whole text there until the next full collection.
 */
async function answerOf(
  client: PoolClient,
  statement: string,
  parameters: unknown[],
): Promise<QueryResult> {
  try {
    return await new Promise((resolve, reject) => {
      client.query(statement, parameters, (error, result) =>
        error ? reject(error) : resolve(result),
      );
    });
  } catch (error) {
    // Its own trace leads to the socket, this one to who asked.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}
