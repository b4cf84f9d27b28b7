/**
 * Checks at the start that notifications arrive. A pooler in transaction mode accepts LISTEN and
 * delivers nothing. The probe is sent on a different connection from the one that receives it,
 * because a session notifies itself even through a pooler.
 */
import { randomUUID } from 'node:crypto';
import type { Listener } from '../listening/listener.ts';
import type { ServerPool } from '../servers/server-pool.ts';
import { StartError } from '../start-error.ts';

const deliveryTimeoutMs = 5_000;
const PROBE = 'probe';

interface Connections {
  readonly pool: ServerPool;
  /** Bypasses the connection pooler; the same as `pool` if there is no DATABASE_DIRECT_URL. */
  readonly directPool: ServerPool;
  readonly listener: Listener;
  /** True if DATABASE_DIRECT_URL leads to a connection pooler. */
  readonly isDirectPooled: boolean;
}

/** Throws StartError if a notification from `pool` does not reach the listener. */
export async function checkNotifications(connections: Connections): Promise<void> {
  const { pool, directPool, listener, isDirectPooled } = connections;
  const channel = `busbar_probe_${randomUUID()}`;
  let timer: NodeJS.Timeout | undefined;
  let stopListening: (() => Promise<void>) | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      timer = setTimeout(
        () => reject(new StartError(sentence(pool !== directPool, isDirectPooled))),
        deliveryTimeoutMs,
      );
      listener
        .listen(channel, (payload) => payload === PROBE && resolve())
        .then((stop) => {
          stopListening = stop;
          return pool.query('select pg_notify($1, $2)', [channel, PROBE]);
        })
        .catch(reject);
    });
  } finally {
    clearTimeout(timer);
    await stopListening?.();
  }
}

function sentence(hasDirectUrl: boolean, isDirectPooled: boolean): string {
  if (!hasDirectUrl) {
    return 'Notifications do not arrive through DATABASE_URL, which is a connection pooler in transaction mode: set DATABASE_DIRECT_URL to the PostgreSQL server itself.';
  }
  return isDirectPooled
    ? 'Notifications do not arrive through DATABASE_DIRECT_URL, which is a connection pooler in transaction mode too: set it to the PostgreSQL server itself.'
    : 'DATABASE_DIRECT_URL does not receive what is sent through DATABASE_URL: both must lead to the same PostgreSQL server and the same database.';
}
