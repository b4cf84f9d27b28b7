/**
 * Whether the second wall stands (docs/adr/0023): asked at every start, because a database may have
 * been copied without its cluster's roles, or a role been given more than it should have.
 */
import { sql } from 'kysely';
import type { Database } from './database.ts';
import { SERVICE_ROLES } from './standing.ts';
import { StartError } from './start-error.ts';

/** Throws StartError with what to do. */
export async function checkWalls(database: Database): Promise<void> {
  // A superuser, one no policy binds, a member of the role that owns the tables.
  const { rows } = await sql<{ user: string; above: string | null }>`
    select session_user::text as user, string_agg(r.rolname, ', ') as above
    from pg_roles r where r.rolname = any(${[...SERVICE_ROLES]}::text[])
      and (r.rolsuper or r.rolbypassrls or pg_has_role(r.oid, (select relowner from pg_class
        where oid = 'public.customer'::regclass), 'member'))`.execute(database.db);
  const { user, above } = rows[0]!;
  if (above !== null) {
    throw new StartError(
      `The database role ${above} is above the walls between customers: it must be no superuser, have no BYPASSRLS and be no member of the owner of the tables.`,
    );
  }
  try {
    await sql`select 1`.execute(database.as('platform').db);
    await sql`select 1`.execute(database.as({ customerId: 0 }).db);
  } catch (error) {
    throw lacksRoles(user, error);
  }
}

/** The role the program signs in as may not make roles: whoever keeps the database has to. */
export function lacksRoles(user: string, cause?: unknown): StartError {
  const roles = SERVICE_ROLES.join(', ');
  const made = SERVICE_ROLES.map((role) => `create role ${role} nologin;`).join(' ');
  return new StartError(
    `The database lacks the roles the server works as. As its administrator run once (without the roles that are there): ${made} grant ${roles} to "${user}";`,
    { cause },
  );
}
