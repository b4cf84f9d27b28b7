/** Statements that purge old entries of the audit trail. */
import { AUDIT_PURGE_COMMAND, LOG_MODULES } from '@busbar/domain/audit/log-terms';
import { sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';
import type { Database } from '../../../storage/database.ts';
import { ROWS_AT_ONCE } from './rows-at-once.ts';

const ENTRIES_AT_ONCE = 5 * ROWS_AT_ONCE;

/**
 * Purges at least one day at a time, so that the audit events of the purge do not fill the trail
 * themselves. These events have no group: only users who can see the whole customer see them.
 */
export const PURGE_AUDIT = `with due as (
    select where exists (select 1 from audit_entry
      where customer_id = $1 and logged_at < $2::timestamptz - interval '1 day')),
  span as (select f.* from due, audit_forget($1::integer, $2::timestamptz, ${ENTRIES_AT_ONCE}) f),
  told as (
    insert into audit_entry (customer_id, logged_at, module, command, status, detail, kind)
    select $1::integer, now(), '${LOG_MODULES.audit}', '${AUDIT_PURGE_COMMAND}', 'done',
      jsonb_build_object('through', through_seq, 'hash', through_hash, 'entries', gone), 'access'
    from span)
  select 1 from span, generate_series(1, gone)`;

interface PurgedSpan {
  readonly seq: number;
  readonly hash: string;
  readonly gone: number;
}

/**
 * The same on Citus, which cannot run a function that changes distributed tables inside a statement
 * that reads one. The trigger that refuses deletions runs on the worker node, so the setting that
 * permits one is sent there. Runs as the owner, because a transaction may change a shard over the
 * connection of one role only.
 */
export function purgeAuditOnNodes(
  database: Database,
  customerId: number,
  before: number,
): Promise<number> {
  return database.as('owner').transaction(async (trx) => {
    const due = await sql`select 1 from audit_entry where customer_id = ${customerId}
      and logged_at < ${instant(before)}::timestamptz - interval '1 day' limit 1`.execute(trx);
    if (due.rows.length === 0) return 0;
    await sql`set local citus.propagate_set_commands = 'local'`.execute(trx);
    await sql`set local busbar.audit_forget = 'on'`.execute(trx);
    const { rows } = await sql<PurgedSpan>`
      select through_seq as seq, through_hash as hash, gone from audit_forget(
        ${customerId}::integer, ${instant(before)}::timestamptz, ${sql.lit(ENTRIES_AT_ONCE)})`.execute(
      trx,
    );
    await sql`set local busbar.audit_forget = 'off'`.execute(trx);
    const span = rows[0];
    if (span === undefined) return 0;
    await sql`insert into audit_entry (customer_id, logged_at, module, command, status, detail, kind)
      values (${customerId}, now(), ${LOG_MODULES.audit}, ${AUDIT_PURGE_COMMAND}, 'done',
        jsonb_build_object('through', ${span.seq}::bigint, 'hash', ${span.hash}::text,
          'entries', ${span.gone}::integer), 'access')`.execute(trx);
    return span.gone;
  });
}
