/** Checks at the start that the connections can do what the server needs. */
import type { Listener } from '../listening/listener.ts';
import type { ServerPool } from '../servers/server-pool.ts';
import type { Warnings } from '../warnings.ts';
import { checkNotifications } from './check-notifications.ts';
import { checkPooler, countPoolerConnections, isPooled, poolerWarning } from './check-pooler.ts';
import { carriesStatements } from './check-prepared-statements.ts';

interface Connections {
  readonly pool: ServerPool;
  /** Bypasses the connection pooler; the same as `pool` if there is no DATABASE_DIRECT_URL. */
  readonly directPool: ServerPool;
  readonly listener: Listener;
  readonly warnings: Warnings;
}

/**
 * Throws StartError if the server cannot work; a fault with which it can becomes a warning. Returns
 * whether DATABASE_URL leads to a connection pooler, and whether that carries prepared statements.
 */
export async function checkConnections(
  connections: Connections,
): Promise<{ readonly isPooled: boolean; readonly carriesStatements: boolean }> {
  const { pool, directPool, warnings } = connections;
  const isBehindPooler = await isPooled(pool);
  if (isBehindPooler) await checkPooler(pool, 'DATABASE_URL');
  const isDirectPooled = directPool !== pool && (await isPooled(directPool));
  if (isDirectPooled) await checkPooler(directPool, 'DATABASE_DIRECT_URL');
  await checkNotifications({ ...connections, isDirectPooled });
  if (!isBehindPooler) return { isPooled: false, carriesStatements: true };
  const numbers = await countPoolerConnections(pool, pool.max);
  warnings.set('pooler', poolerWarning(numbers));
  return { isPooled: true, carriesStatements: await carriesStatements(pool, numbers) };
}
