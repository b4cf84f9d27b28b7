/**
 * Checks at every start that row-level security is effective (docs/adr/0023), because a database
 * may have been copied without its cluster's roles, or a role may have been granted too much.
 */
import { sql } from 'kysely';
import { SERVICE_ROLES } from '../connection/database-role.ts';
import type { Database } from '../database.ts';
import { serialized } from '../migrating/migration-lock.ts';
import { StartError } from '../start-error.ts';

/**
 * Enables the row-level security policies if the roles were created after the tables. Without the
 * roles the server relies on its own filters alone and returns a sentence for its operator: an
 * owner who cannot create roles is no reason to leave breakers unmonitored. Throws StartError if
 * the roles exist but bypass the policies.
 */
export async function checkRowPolicies(database: Database): Promise<string | undefined> {
  // Finds superusers, roles that bypass policies, and members of the role that owns the tables.
  const { rows } = await sql<{ user: string; raised: boolean; above: string | null }>`
    select session_user::text as user,
      (select relrowsecurity from pg_class where oid = 'public.customer'::regclass) as raised,
      string_agg(r.rolname, ', ') as above
    from pg_roles r where r.rolname = any(${[...SERVICE_ROLES]}::text[])
      and (r.rolsuper or r.rolbypassrls or pg_has_role(r.oid, (select relowner from pg_class
        where oid = 'public.customer'::regclass), 'member'))`.execute(database.db);
  const { user, raised, above } = rows[0]!;
  if (above !== null) {
    throw new StartError(
      `The database role ${above} bypasses the row-level security policies that separate the customers: it must be no superuser, have no BYPASSRLS and be no member of the owner of the tables.`,
    );
  }
  try {
    for (const role of SERVICE_ROLES)
      await sql`select set_config('role', ${role}, true)`.execute(database.db);
  } catch (error) {
    if (!ROLE_UNAVAILABLE.includes(String((error as { code?: unknown }).code))) throw error;
    database.disableServiceRoles();
    return withoutRoles(user);
  }
  if (!raised) await serialized(database, (trx) => sql`select raise_walls()`.execute(trx));
  await sql`select 1`.execute(database.as('platform').db);
  await sql`select 1`.execute(database.as({ customerId: 0 }).db);
  return undefined;
}

/** Error codes: the role does not exist, or the user is not a member of it. */
const ROLE_UNAVAILABLE = ['22023', '42501', '42704'];

function withoutRoles(user: string): string {
  const roles = SERVICE_ROLES.join(', ');
  const statements = SERVICE_ROLES.map((role) => `create role ${role} nologin;`).join(' ');
  return `The database lacks the roles that keep customers apart by row-level security. As its administrator run once (without the roles that are there) and start again: ${statements} grant ${roles} to "${user}";`;
}
