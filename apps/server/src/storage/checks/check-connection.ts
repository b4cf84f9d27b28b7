/** Checks at the start that a database URL leads to a server that accepts writes. */
import { errorText } from '../error-text.ts';
import type { DatabaseServers } from '../servers/database-servers.ts';
import { isReadOnly } from '../servers/read-only.ts';
import type { ServerPool } from '../servers/server-pool.ts';
import { StartError } from '../start-error.ts';

/** `variable` names the environment variable of the URL. Throws StartError. */
export async function checkConnection(
  pool: ServerPool,
  servers: DatabaseServers,
  variable: string,
): Promise<void> {
  let rejectsWrites: boolean;
  try {
    rejectsWrites = await isReadOnly(pool);
  } catch (error) {
    throw new StartError(`The database in ${variable} cannot be used: ${errorText(error)}.`, {
      cause: error,
    });
  }
  if (!rejectsWrites) return;
  throw new StartError(
    servers.areSeveral
      ? `The database in ${variable} has become read-only: start again when a server accepts writes.`
      : `${variable} leads to a read-only server, such as a replica: set it to the primary server, or to all servers as postgresql://user:password@first:5432,second:5432/database?target_session_attrs=read-write.`,
  );
}
