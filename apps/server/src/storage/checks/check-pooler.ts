/**
 * Checks at the start what a connection pooler such as PgBouncer takes away from its clients. Busbar
 * needs transactions, settings that last for a transaction, and several sessions at the same time
 * (docs/adr/0059).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { STATEMENT_TIMEOUT_MS } from '../connection/database-role.ts';
import { beginAs, queryAs } from '../connection/role-query.ts';
import { within } from '../connection/within.ts';
import { reasonOf } from '../database-unavailable.ts';
import type { ServerPool } from '../servers/server-pool.ts';
import { StartError } from '../start-error.ts';

/** Report streams, ingest and the ledger each occupy a session for a while. */
export const MIN_SESSIONS = 3;
/** Another process that starts at the same moment may hold some of the sessions. */
const SESSION_ATTEMPTS = 2;
// On a busy machine a new session takes seconds; only a pooler with too few makes the start wait.
const RESPONSE_TIMEOUT_MS = 10_000;
const LONGEST_PAUSE_MS = 500;

export interface PoolerFacts {
  /** Name of the environment variable that contains the address. */
  readonly variable: string;
  /** Message of the pooler that rejected a transaction; undefined if it accepted the transaction. */
  readonly rejectedTransaction: string | undefined;
  /** True if a statement ran without the settings that were sent before it. */
  readonly losesSettings: boolean;
}

/** Returns one sentence for the fault behind which Busbar cannot work; undefined without a fault. */
export function poolerFault(facts: PoolerFacts): string | undefined {
  const { variable, rejectedTransaction, losesSettings } = facts;
  if (rejectedTransaction !== undefined) {
    return `${variable} leads to a connection pooler that allows no transactions (${rejectedTransaction}): set pool_mode = transaction.`;
  }
  if (losesSettings) {
    return `${variable} leads to a connection pooler that loses the settings of a transaction, on which the separation of the customers relies: use PgBouncer in transaction mode, or no pooler.`;
  }
  return undefined;
}

export interface PoolerNumbers {
  /** Number of connections that the pooler accepted. */
  readonly connections: number;
  readonly wantedConnections: number;
  /** Number of transactions that were open at the same time. */
  readonly sessions: number;
  /** The fault at which a connection failed, without addresses: `/health/ready` is public. */
  readonly reason: string | undefined;
}

/** Returns one sentence if the pooler has too few connections or sessions; the server still works. */
export function poolerWarning(numbers: PoolerNumbers): string | undefined {
  const { connections, wantedConnections, sessions, reason } = numbers;
  if (connections < wantedConnections) {
    return `The connection pooler in DATABASE_URL serves ${connections} of ${wantedConnections} connections (${reason}): raise max_client_conn, and default_pool_size in session mode, or requests fail under load.`;
  }
  if (sessions < MIN_SESSIONS) {
    return `The connection pooler in DATABASE_URL has ${sessions} of ${MIN_SESSIONS} sessions free at the same time: raise default_pool_size, or readings and commands wait for reports.`;
  }
  return undefined;
}

/**
 * Returns true if a pooler is between this process and PostgreSQL: a pooler invents the number by
 * which a client cancels its statements, while PostgreSQL sends the number of the session.
 */
export function isPooled(pool: ServerPool): Promise<boolean> {
  return withClient(pool, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return rows[0]?.pid !== (client as unknown as { processID: number }).processID;
  });
}

/** Throws StartError if Busbar cannot work behind the pooler. */
export async function checkPooler(pool: ServerPool, variable: string): Promise<void> {
  const rejectedTransaction = await withClient(pool, async (client) => {
    try {
      await beginAs(client, 'owner');
      await client.query('select 1');
      await client.query('rollback');
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  });
  const losesSettings =
    rejectedTransaction === undefined && (await withClient(pool, losesSettingsOf));
  const fault = poolerFault({ variable, rejectedTransaction, losesSettings });
  if (fault !== undefined) throw new StartError(fault);
}

async function losesSettingsOf(client: PoolClient): Promise<boolean> {
  const { rows } = await queryAs(
    client,
    'owner',
    `select extract(epoch from current_setting('statement_timeout')::interval) * 1000 as ms`,
    [],
    undefined,
  );
  return Number(rows[0]?.ms) !== STATEMENT_TIMEOUT_MS;
}

/** Opens as many connections as the server uses under load, and closes those that failed. */
export async function countPoolerConnections(
  pool: ServerPool,
  wantedConnections: number,
): Promise<PoolerNumbers> {
  const opened = await Promise.allSettled(
    Array.from({ length: wantedConnections }, async () =>
      responding(await pool.connect(), 'select 1'),
    ),
  );
  const clients = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failed = opened.find((one) => one.status === 'rejected');
  try {
    return {
      connections: clients.length,
      wantedConnections,
      sessions: await countSessions(clients),
      reason: failed && reasonOf(failed.reason),
    };
  } finally {
    for (const client of clients) client.release();
  }
}

/** Returns the largest number of transactions that were open at the same time, up to the minimum. */
async function countSessions(clients: PoolClient[]): Promise<number> {
  let max = 0;
  for (let attempt = 0; attempt < SESSION_ATTEMPTS && max < MIN_SESSIONS; attempt += 1) {
    if (attempt > 0) await sleep(Math.random() * LONGEST_PAUSE_MS);
    const held = clients.splice(0, MIN_SESSIONS);
    const begun = await Promise.allSettled(held.map((client) => responding(client, 'begin')));
    const open = begun.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    max = Math.max(max, open.length);
    for (const client of open) {
      await client.query('rollback');
      clients.push(client);
    }
  }
  return max;
}

/** Returns the client when it has run the statement; destroys it if that fails or takes too long. */
async function responding(client: PoolClient, statement: string): Promise<PoolClient> {
  try {
    await within(RESPONSE_TIMEOUT_MS, client.query(statement));
    return client;
  } catch (error) {
    client.release(error as Error);
    throw error;
  }
}

async function withClient<T>(
  pool: ServerPool,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken = true;
  try {
    const result = await work(client);
    broken = false;
    return result;
  } finally {
    client.release(broken);
  }
}
