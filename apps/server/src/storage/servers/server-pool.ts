/**
 * Connections to the server that accepts writes. If another server takes over, or if the server
 * turns out to be read-only, all connections are closed and the next ones are opened to the server
 * that is found then.
 */
import type { Pool, PoolClient, QueryResult, QueryResultRow } from 'pg';
import { createPool } from '../connection/connection-pool.ts';
import type { StorageLog } from '../database.ts';
import type { DatabaseServers } from './database-servers.ts';
import { disconnect } from './probe-server.ts';
import { isReadOnlyError, rejectReadOnly } from './read-only.ts';

export interface ServerPoolOptions {
  readonly servers: DatabaseServers;
  readonly max: number;
  readonly log: StorageLog;
}

export class ServerPool {
  readonly #options: ServerPoolOptions;
  #pool: OpenPool | undefined;
  #isEnded = false;

  constructor(options: ServerPoolOptions) {
    this.#options = options;
    options.servers.onChange(() => this.#discard(this.#pool));
  }

  /** Maximum number of connections. */
  get max(): number {
    return this.#options.max;
  }

  async connect(): Promise<PoolClient> {
    const { servers } = this.#options;
    const open = await this.#open();
    try {
      return await open.pool.connect();
    } catch (error) {
      if (this.#isEnded) throw error;
      if (servers.areSeveral) await servers.find();
      // Retries only if the pool was discarded while this call waited for a connection.
      if (this.#pool === open) throw error;
      return (await this.#open()).pool.connect();
    }
  }

  async query<Row extends QueryResultRow>(
    text: string,
    values?: unknown[],
  ): Promise<QueryResult<Row>> {
    const client = await this.connect();
    let broken: Error | undefined;
    try {
      return await client.query<Row>(text, values);
    } catch (error) {
      broken = error as Error;
      throw error;
    } finally {
      client.release(broken);
    }
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    await this.#pool?.pool.end();
  }

  async #open(): Promise<OpenPool> {
    if (this.#pool !== undefined) return this.#pool;
    const url = await this.#options.servers.find();
    if (this.#isEnded) throw new Error('Cannot use a pool after calling end on the pool');
    this.#pool ??= this.#create(url);
    return this.#pool;
  }

  #create(url: string): OpenPool {
    const { servers, max, log } = this.#options;
    // A server can be demoted between its choice and the connection.
    const pool = createPool(url, max, log, servers.areSeveral ? rejectReadOnly : undefined);
    const open: OpenPool = { pool, clients: new Set() };
    pool.on('connect', (client) => open.clients.add(client));
    pool.on('remove', (client) => open.clients.delete(client));
    pool.on('release', (error) => {
      if (isReadOnlyError(error)) this.#discard(open);
    });
    return open;
  }

  /** Fails the statements in progress: their server no longer decides. */
  #discard(open: OpenPool | undefined): void {
    if (open === undefined || open !== this.#pool || this.#isEnded) return;
    this.#pool = undefined;
    open.pool.end().catch(() => undefined);
    for (const client of open.clients) disconnect(client);
  }
}

interface OpenPool {
  readonly pool: Pool;
  readonly clients: Set<PoolClient>;
}
