/** Roles of the server on every node: the coordinator connects to a worker as the current role. */
import { sql } from 'kysely';
import { FORMAT_SETTINGS, SERVICE_ROLES } from '../connection/database-role.ts';
import type { Executor } from '../database.ts';

/**
 * Lets the roles sign in on all nodes, with the formats that expressions evaluated on a worker
 * need. Without a password they can sign in only where pg_hba.conf of the worker trusts the
 * coordinator. Citus repeats the statements on the workers.
 */
export async function prepareRoles(executor: Executor): Promise<void> {
  for (const role of SERVICE_ROLES) {
    await sql`alter role ${sql.ref(role)} login`.execute(executor);
    for (const [name, value] of FORMAT_SETTINGS) {
      await sql`alter role ${sql.ref(role)} set ${sql.ref(name)} to ${sql.lit(value)}`.execute(
        executor,
      );
    }
  }
}
