/**
 * Whether a connection pooler carries prepared statements: PgBouncer 1.21 and later prepares them in
 * each session that a transaction gets, unless `max_prepared_statements` is 0 (docs/adr/0074).
 */
import type { PoolClient } from 'pg';
import { within } from '../connection/within.ts';
import type { ServerPool } from '../servers/server-pool.ts';
import { MIN_SESSIONS, type PoolerNumbers } from './check-pooler.ts';

const PROBE = { name: 'busbar_probe', text: 'select pg_backend_pid() as pid' };
const LIMIT_MS = 10_000;

/**
 * Prepares a statement, occupies its session by other transactions, and executes it in another
 * session. Returns false if that fails, or if the session could not be occupied.
 */
export async function carriesStatements(
  pool: ServerPool,
  { sessions }: Pick<PoolerNumbers, 'sessions'>,
): Promise<boolean> {
  if (sessions < MIN_SESSIONS) return false;
  const clients: PoolClient[] = [];
  const connect = async () => {
    const client = await pool.connect();
    clients.push(client);
    return client;
  };
  try {
    const carries = await within(LIMIT_MS, probe(connect));
    for (const client of clients) client.release();
    return carries;
  } catch {
    // The error belongs to the probe; a pooler that is away is reported by the other checks.
    for (const client of clients) client.release(true);
    return false;
  }
}

async function probe(connect: () => Promise<PoolClient>): Promise<boolean> {
  const client = await connect();
  const first = await pidOf(client, PROBE);
  const holders: PoolClient[] = [];
  try {
    let isOccupied = false;
    while (!isOccupied && holders.length + 1 < MIN_SESSIONS) {
      const holder = await connect();
      holders.push(holder);
      await holder.query('begin');
      isOccupied = (await pidOf(holder, { text: PROBE.text })) === first;
    }
    return (await pidOf(client, PROBE)) !== first;
  } finally {
    for (const holder of holders) await holder.query('rollback');
  }
}

async function pidOf(client: PoolClient, query: { name?: string; text: string }): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(query);
  return rows[0]!.pid;
}
