/** Positions in the write-ahead log, in bytes, by which a replica is compared with its primary. */
import { Client } from 'pg';
import { serverConnection } from '../connection/connection-pool.ts';
import { disconnect, PROBE_TIMEOUT_MS } from './probe-server.ts';
import type { ServerPool } from './server-pool.ts';

export async function readPrimaryPosition(pool: Pick<ServerPool, 'query'>): Promise<bigint> {
  const { rows } = await pool.query<{ position: string }>(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text as position`,
  );
  return BigInt(rows[0]!.position);
}

/**
 * Returns undefined if the server is no replica: a former primary may have rows that the primary
 * lacks.
 */
export async function readReplayedPosition(url: string): Promise<bigint | undefined> {
  const client = new Client({
    ...serverConnection(url),
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    query_timeout: PROBE_TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ position: string | null }>(
      `select case when pg_is_in_recovery()
        then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::text end as position`,
    );
    const position = rows[0]?.position ?? undefined;
    return position === undefined ? undefined : BigInt(position);
  } finally {
    disconnect(client);
  }
}
