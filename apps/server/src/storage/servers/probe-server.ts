/** Checks with a connection of its own whether a server accepts writes. */
import { Client } from 'pg';
import { serverConnection } from '../connection/connection-pool.ts';
import { errorText } from '../error-text.ts';
import { isReadOnly } from './read-only.ts';
import { serverName } from './server-urls.ts';

/** A server that is not there must not delay the choice of another one for long. */
export const PROBE_TIMEOUT_MS = 3_000;

export interface ProbedServer {
  readonly url: string;
  /** The reason why the server cannot be used; undefined if it accepts writes. */
  readonly fault: string | undefined;
  /**
   * Number of promotions in the history of the server, by which a primary is distinguished from a
   * former one; 0 if it is unknown.
   */
  readonly timeline: number;
}

export async function probeServer(url: string): Promise<ProbedServer> {
  const client = new Client({
    ...serverConnection(url),
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    query_timeout: PROBE_TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  const name = serverName(url);
  try {
    await client.connect();
    if (await isReadOnly(client)) {
      return { url, fault: `${name} is read-only`, timeline: 0 };
    }
    return { url, fault: undefined, timeline: await readTimeline(client) };
  } catch (error) {
    return { url, fault: `${name}: ${errorText(error)}`, timeline: 0 };
  } finally {
    disconnect(client);
  }
}

async function readTimeline(client: Client): Promise<number> {
  try {
    const { rows } = await client.query<{ file: string }>(
      'select pg_walfile_name(pg_current_wal_lsn()) as file',
    );
    return Number.parseInt(rows[0]!.file.slice(0, 8), 16);
  } catch {
    // Some hosted databases do not offer these functions.
    return 0;
  }
}

/** Disconnects immediately: an orderly close would wait for a server that does not respond. */
export function disconnect(client: object): void {
  const { connection } = client as { connection?: { stream: { destroy(): void } } };
  connection?.stream.destroy();
}
