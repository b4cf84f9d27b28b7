/**
 * Helpers that create a long audit chain, and change it in ways that only the owner of the tables
 * can.
 */
import { sql } from 'kysely';
import { sealEntries } from '../../src/areas/identity/audit/seal-entries.ts';
import { instant } from '../../src/storage/column-types.ts';
import type { Database, Executor } from '../../src/storage/database.ts';
import { isOnCitus } from '../support/databases.ts';

export const AUDIT_TABLES = [
  'audit_entry',
  'audit_seal',
  'audit_head',
  'audit_head_export',
  'audit_checkpoint',
] as const;

/** Adds one entry per minute from the given time on, and seals them. */
export async function addEntries(
  database: Database,
  customerId: number,
  count: number,
  from: number,
): Promise<void> {
  await writeEntries(database, customerId, count, from);
  await sealEntries({ database });
}

/** Adds the same entries without sealing them. */
export async function writeEntries(
  database: Database,
  customerId: number,
  count: number,
  from: number,
): Promise<void> {
  await sql`insert into audit_entry (customer_id, logged_at, user_id, user_name, device_id, device_code,
      group_id, module, command, status, detail, client_address)
    select ${customerId}::integer, ${instant(from)} + n * interval '1 minute', 7, 'operator', n % 500,
      'MT61-00001234', 1, 'Remote control', 'open', 'done',
      jsonb_build_object('before', 'closeByCommand', 'n', n), '192.168.10.20'
    from generate_series(1, ${count}::integer) n`.execute(database.db);
}

class Undo extends Error {}

/** Runs the work as the owner with the triggers disabled, and then rolls everything back. */
export async function asOwner<T>(
  database: Database,
  work: (trx: Executor) => Promise<T>,
): Promise<T> {
  let answer: T | undefined;
  await database
    .transaction(async (trx) => {
      for (const table of AUDIT_TABLES) {
        await sql`alter table ${sql.table(table)} disable trigger user`.execute(trx);
      }
      answer = await work(trx);
      throw new Undo();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error;
    });
  return answer as T;
}

/** Enables or disables the trigger that lists new entries for sealing. */
export async function listForSealing(database: Database, isListed: boolean): Promise<void> {
  await database.transaction(async (trx) => {
    // Citus changes the trigger on every shard, but only with this setting.
    if (isOnCitus) await sql`set local citus.enable_unsafe_triggers = on`.execute(trx);
    await sql`alter table audit_entry ${sql.raw(isListed ? 'enable' : 'disable')}
      trigger audit_await_seal`.execute(trx);
  });
}

/** Adds a customer, for tests that iterate over all customers. */
export async function addCustomer(database: Database, customerId: number): Promise<void> {
  await sql`insert into customer (customer_id, chinese_code, english_code, contact_user, zone_id,
      currency_id, state, created_at)
    select ${customerId}::integer, 'c', 'c', '', (select min(zone_id) from zone),
      (select min(currency_id) from currency), 'active', now()`.execute(database.db);
}
