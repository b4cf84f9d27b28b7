/**
 * Exports the heads of all chains every hour to an append-only table and to the program's own log,
 * which an operator stores elsewhere, where a person who can rewrite the database cannot rewrite
 * it.
 */
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { instant } from '../../../storage/column-types.ts';

interface Head {
  readonly customer: number;
  readonly seq: number;
  readonly hash: string;
}

/**
 * Covers the chains that grew since the last export; a concurrent second run finds none. Heads are
 * written whatever the log level (`LOG_LEVEL`), because a log without them cannot prove that a
 * chain was truncated.
 */
export async function exportHeads({ database, clock, log }: Context): Promise<void> {
  const { rows } = await sql<Head>`
    insert into audit_head_export (customer_id, seq, hash, exported_at)
    select customer_id, seq, hash, ${instant(clock.now())} from audit_head
    on conflict (customer_id, seq) do nothing
    returning customer_id as customer, seq, encode(hash, 'hex') as hash`.execute(database.db);
  const heads = log.child({}, { level: 'info' });
  for (const { customer, seq, hash } of rows) {
    heads.info({ auditHead: { customer, seq, hash } }, 'head of an audit trail');
  }
}
