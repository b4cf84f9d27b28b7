/** The first entry after a restore, in each customer's trail: that time went back, and to when. */

import { LOG_MODULES, type LogCommand } from '@busbar/domain/audit/log-words';
import { sql } from 'kysely';
import { jsonb } from '../storage/column-types.ts';
import type { Executor } from '../storage/database.ts';

/** The command of the entry; the screen translates it. */
export const RESTORED = 'restore' satisfies LogCommand;

/**
 * In the transaction of the restore, when all rows of the archive are there. `backupOf`: the archive's
 * moment, ISO 8601. What was entered between then and now is in no trail: the entry says so.
 */
export async function noteRestore(trx: Executor, backupOf: string): Promise<void> {
  // From here on entries are this database's own again and wait for their seal.
  await sql`set local busbar.restoring = 'off'`.execute(trx);
  await sql`
    insert into audit_entry (customer_id, logged_at, user_name, module, command, status, detail,
      client_address)
    select customer_id, now(), '', ${LOG_MODULES.audit}, ${RESTORED}, 'done',
      ${jsonb({ backup_of: backupOf })}::jsonb, ''
    from customer order by customer_id`.execute(trx);
}
