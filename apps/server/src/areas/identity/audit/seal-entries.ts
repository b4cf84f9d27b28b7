/**
 * Adds committed entries to the chain within a second after they were written. One process at a
 * time does this, outside the transactions that write the entries, so these never wait for the
 * sealing or for each other. Committed rows are sealed in the order of their ids; a row that
 * commits later comes later in the chain.
 */
import { type ChainPlace, GENESIS_HASH } from '@busbar/domain/audit/audit-chain';
import { auditText } from '@busbar/domain/audit/audit-text';
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { LOCKS } from '../../../storage/advisory-locks.ts';
import type { Executor } from '../../../storage/database.ts';
import { yieldToEventLoop } from '../../../yield-to-event-loop.ts';
import { COLUMN_TEXTS, type ColumnTexts, columnsOf, sha256Hex } from './audit-columns.ts';

const ROWS_AT_ONCE = 1_000;

/** Returns the number of sealed entries; 0 while another process is sealing. */
export async function sealEntries({ database }: Pick<Context, 'database'>): Promise<number> {
  let sealed = 0;
  for (;;) {
    if (!(await isAnyWaiting(database.db))) return sealed;
    const count = await database.transaction(sealSome);
    sealed += count;
    if (count < ROWS_AT_ONCE) return sealed;
    await yieldToEventLoop();
  }
}

async function isAnyWaiting(db: Executor): Promise<boolean> {
  const { rows } = await sql`select 1 from audit_unsealed limit 1`.execute(db);
  return rows.length > 0;
}

async function sealSome(trx: Executor): Promise<number> {
  const lock = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(${LOCKS.auditSeals}::bigint) as held`.execute(trx);
  if (!lock.rows[0]!.held) return 0;
  // An entry that was deleted before it was sealed stays in the queue, and the verification reports
  // it. Each entry is looked up separately (`offset 0`): with a merge join, both long tables were
  // read from the beginning.
  const { rows } = await sql<ColumnTexts & { isSealed: boolean }>`
    select ${COLUMN_TEXTS}, s.seq is not null as "isSealed"
    from audit_unsealed u
    cross join lateral (select * from audit_entry a
      where a.customer_id = u.customer_id and a.audit_entry_id = u.audit_entry_id offset 0) e
    left join lateral (select seq from audit_seal a
      where a.customer_id = u.customer_id and a.audit_entry_id = u.audit_entry_id offset 0) s on true
    order by u.customer_id, u.audit_entry_id limit ${sql.lit(ROWS_AT_ONCE)}`.execute(trx);
  if (rows.length === 0) return 0;
  const heads = await readHeads(trx, [...new Set(rows.map(({ customerId }) => customerId!))]);
  const seals = rows
    .filter(({ isSealed }) => !isSealed)
    .map((row) => {
      const customerId = row.customerId!;
      const before = heads.get(customerId) ?? { seq: 0, hash: GENESIS_HASH };
      const seq = before.seq + 1;
      const hash = sha256Hex(auditText(columnsOf(row)!, seq, before.hash));
      heads.set(customerId, { seq, hash });
      return { customerId, seq, entryId: row.entryId!, hash };
    });
  await writeSeals(trx, seals);
  await writeHeads(trx, heads);
  await sql`delete from audit_unsealed u
    using unnest(${rows.map(({ customerId }) => customerId)}::integer[],
      ${rows.map(({ entryId }) => entryId)}::bigint[]) as t (customer_id, audit_entry_id)
    where u.customer_id = t.customer_id and u.audit_entry_id = t.audit_entry_id`.execute(trx);
  return rows.length;
}

/**
 * Locks the heads until the commit. The purge of old entries waits for this lock, and sealing waits
 * for the purge.
 */
async function readHeads(
  trx: Executor,
  customerIds: readonly string[],
): Promise<Map<string, ChainPlace>> {
  const { rows } = await sql<{ customerId: string; seq: number; hash: string }>`
    select customer_id::text as "customerId", seq, encode(hash, 'hex') as hash from audit_head
    where customer_id = any(${customerIds}::integer[]) order by customer_id for update`.execute(
    trx,
  );
  return new Map(rows.map(({ customerId, seq, hash }) => [customerId, { seq, hash }]));
}

interface Seal {
  readonly customerId: string;
  readonly seq: number;
  readonly entryId: string;
  readonly hash: string;
}

async function writeSeals(trx: Executor, seals: readonly Seal[]): Promise<void> {
  await sql`insert into audit_seal (customer_id, seq, audit_entry_id, hash)
    select t.customer_id, t.seq, t.audit_entry_id, decode(t.hash, 'hex')
    from unnest(${seals.map(({ customerId }) => customerId)}::integer[],
      ${seals.map(({ seq }) => seq)}::bigint[], ${seals.map(({ entryId }) => entryId)}::bigint[],
      ${seals.map(({ hash }) => hash)}::text[]) as t (customer_id, seq, audit_entry_id, hash)`.execute(
    trx,
  );
}

async function writeHeads(trx: Executor, heads: ReadonlyMap<string, ChainPlace>): Promise<void> {
  const rows = [...heads];
  await sql`insert into audit_head as h (customer_id, seq, hash)
    select t.customer_id, t.seq, decode(t.hash, 'hex')
    from unnest(${rows.map(([customerId]) => customerId)}::integer[],
      ${rows.map(([, { seq }]) => seq)}::bigint[],
      ${rows.map(([, { hash }]) => hash)}::text[]) as t (customer_id, seq, hash)
    on conflict (customer_id) do update set seq = excluded.seq, hash = excluded.hash
      where excluded.seq > h.seq`.execute(trx);
}
