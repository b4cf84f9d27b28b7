/**
 * The heads of all chains, every hour, in two places: a table that only grows, and the program's
 * own log, which an operator keeps elsewhere. Who can rewrite the database cannot rewrite that.
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
 * Of chains that grew since the last time. A second run at the same moment finds none. Heads are
 * written at whatever level the log is kept (`LOG_LEVEL`): a log without them tells of no cut tail.
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
