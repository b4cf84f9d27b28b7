/** Adds each customer's first audit entry after a restore: the time to which data was reset. */

import { LOG_MODULES, type LogCommand } from '@busbar/domain/audit/log-terms';
import { sql } from 'kysely';
import { jsonb } from '../storage/column-types.ts';
import type { Executor } from '../storage/database.ts';

/** Command name in the audit entry; the screen translates it. */
export const RESTORED = 'restore' satisfies LogCommand;

/**
 * Runs in the transaction of the restore, after all rows of the archive are inserted. `backupOf` is
 * the time of the archive, ISO 8601. Entries logged between then and now are lost, and this entry
 * documents the gap.
 */
export async function noteRestore(trx: Executor, backupOf: string): Promise<void> {
  // From here on, entries belong to this database again and wait for their seal.
  await sql`set local busbar.restoring = 'off'`.execute(trx);
  await sql`
    insert into audit_entry (customer_id, logged_at, user_name, module, command, status, detail,
      client_address)
    select customer_id, now(), '', ${LOG_MODULES.audit}, ${RESTORED}, 'done',
      ${jsonb({ backup_of: backupOf })}::jsonb, ''
    from customer order by customer_id`.execute(trx);
}
