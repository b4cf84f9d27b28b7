/**
 * As whom the statements of a connection run (docs/adr/0023): as the owner of the tables, as the
 * platform, whose rows are everybody's but whose tables are not its own, or for one customer,
 * whose rows are all that exist to it. Row policies in the database hold it, whatever a statement
 * asks for.
 */
import type { Pool, PoolClient } from 'pg';

export type Standing = 'owner' | 'platform' | { readonly customerId: number };

/** Made by migration 34; shared by all Busbars of one cluster. */
export const SERVICE_ROLES = ['busbar_platform', 'busbar_customer'] as const;

/** How each connection stands. A new one stands as whoever it signed in as: the owner. */
const standingOf = new WeakMap<PoolClient, string>();

/**
 * A connection of the pool that stands so until it is given back. Asking costs a statement, so it
 * is asked only where the connection's last user stood elsewhere.
 */
export async function leaseAs(pool: Pool, standing: Standing): Promise<PoolClient> {
  const wanted = statementOf(standing);
  const client = await pool.connect();
  if ((standingOf.get(client) ?? OWNER) === wanted) return client;
  try {
    await client.query(wanted);
  } catch (error) {
    // Nobody knows how it stands now.
    client.release(true);
    throw error;
  }
  standingOf.set(client, wanted);
  return client;
}

const OWNER = `select set_config('role', 'none', false)`;
const PLATFORM = `select set_config('role', 'busbar_platform', false)`;

function statementOf(standing: Standing): string {
  if (standing === 'owner') return OWNER;
  if (standing === 'platform') return PLATFORM;
  const { customerId } = standing;
  if (!Number.isSafeInteger(customerId)) throw new RangeError(`${customerId} is no customer`);
  return `select set_config('role', 'busbar_customer', false), set_config('busbar.customer', '${customerId}', false)`;
}
