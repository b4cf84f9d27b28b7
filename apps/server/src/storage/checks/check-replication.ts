/**
 * Checks at the start that a failover loses nothing (docs/adr/0060): a reading is acknowledged to
 * its device after the commit, so the commit has to wait for a replica.
 */
import { sql } from 'kysely';
import type { Executor } from '../database.ts';

/**
 * Returns a warning rather than a fault, because after a failover the new primary has no replica
 * for some time.
 */
export async function checkReplication(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ replicas: string; commit: string }>`
    select current_setting('synchronous_standby_names') as replicas,
      current_setting('synchronous_commit') as commit`.execute(db);
  const { replicas = '', commit = '' } = rows[0] ?? {};
  if (replicas !== '' && commit !== 'local') return [];
  return [
    'The database confirms readings before a replica has them, so a failover can lose them: set synchronous_standby_names, and synchronous_commit = on.',
  ];
}
