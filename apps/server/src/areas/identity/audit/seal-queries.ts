/** Queries for the seals of audit entries and the heads of their chains. */

import type { ChainPlace } from '@busbar/domain/audit/audit-chain';
import { sql } from 'kysely';
import { LOCKS } from '../../../storage/advisory-locks.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { customersOf, overCustomers } from '../../../storage/distributed/over-customers.ts';
import { COLUMN_TEXTS, type ColumnTexts } from './audit-column-queries.ts';

export async function isAnyWaiting(db: Executor): Promise<boolean> {
  const { rows } = await sql`select 1 from audit_unsealed limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Locks the heads until the commit. The purge of old entries waits for this lock, and sealing waits
 * for the purge.
 */
export async function readHeads(
  trx: Executor,
  customerIds: readonly string[],
): Promise<Map<string, ChainPlace>> {
  const rows = await overCustomers(
    trx,
    customersOf(customerIds.map((id) => ({ customerId: Number(id) }))),
    (within) => sql<{ customerId: string; seq: number; hash: string }>`
    select h.customer_id::text as "customerId", h.seq, encode(h.hash, 'hex') as hash
    from audit_head h
    where h.customer_id = any(${customerIds}::integer[]) and ${within('h')}
    order by h.customer_id for update`,
  );
  return new Map(rows.map(({ customerId, seq, hash }) => [customerId, { seq, hash }]));
}

export async function writeSeals(trx: Executor, seals: readonly Seal[]): Promise<void> {
  await sql`insert into audit_seal (customer_id, seq, audit_entry_id, hash)
    select t.customer_id, t.seq, t.audit_entry_id, decode(t.hash, 'hex')
    from unnest(${seals.map(({ customerId }) => customerId)}::integer[],
      ${seals.map(({ seq }) => seq)}::bigint[], ${seals.map(({ entryId }) => entryId)}::bigint[],
      ${seals.map(({ hash }) => hash)}::text[]) as t (customer_id, seq, audit_entry_id, hash)`.execute(
    trx,
  );
}

export async function writeHeads(
  trx: Executor,
  heads: ReadonlyMap<string, ChainPlace>,
): Promise<void> {
  const rows = [...heads];
  await sql`insert into audit_head as h (customer_id, seq, hash)
    select t.customer_id, t.seq, decode(t.hash, 'hex')
    from unnest(${rows.map(([customerId]) => customerId)}::integer[],
      ${rows.map(([, { seq }]) => seq)}::bigint[],
      ${rows.map(([, { hash }]) => hash)}::text[]) as t (customer_id, seq, hash)
    on conflict (customer_id) do update set seq = excluded.seq, hash = excluded.hash
      where excluded.seq > h.seq`.execute(trx);
}

export interface Seal {
  readonly customerId: string;
  readonly seq: number;
  readonly entryId: string;
  readonly hash: string;
}

export async function tryLockSeals(trx: Executor): Promise<boolean> {
  const lock = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(${LOCKS.auditSeals}::bigint) as held`.execute(trx);
  return lock.rows[0]!.held;
}

export type UnsealedRow = ColumnTexts & { readonly isSealed: boolean };

export async function readUnsealed(trx: Executor, limit: number): Promise<UnsealedRow[]> {
  // An entry that was deleted before it was sealed stays in the queue, and the verification reports
  // it. Each entry is looked up separately (`offset 0`): with a merge join, both long tables were
  // read from the beginning.
  return overCustomers(
    trx,
    sql`select customer_id as "customerId" from audit_unsealed
      order by customer_id, audit_entry_id limit ${sql.lit(limit)}`,
    (within) => sql<UnsealedRow>`
    select ${COLUMN_TEXTS}, s.seq is not null as "isSealed"
    from audit_unsealed u
    cross join lateral (select * from audit_entry a where a.customer_id = u.customer_id
      and a.audit_entry_id = u.audit_entry_id and ${within('a')} offset 0) e
    left join lateral (select seq from audit_seal a where a.customer_id = u.customer_id
      and a.audit_entry_id = u.audit_entry_id and ${within('a')} offset 0) s on true
    where ${within('u')}
    order by u.customer_id, u.audit_entry_id limit ${sql.lit(limit)}`,
  );
}

export async function deleteUnsealed(trx: Executor, rows: readonly UnsealedRow[]): Promise<void> {
  await sql`delete from audit_unsealed u
    using unnest(${rows.map(({ customerId }) => customerId)}::integer[],
      ${rows.map(({ entryId }) => entryId)}::bigint[]) as t (customer_id, audit_entry_id)
    where u.customer_id = t.customer_id and u.audit_entry_id = t.audit_entry_id`.execute(trx);
}

export async function insertHeadExports(db: Executor, now: number): Promise<Head[]> {
  const { rows } = await sql<Head>`
    insert into audit_head_export (customer_id, seq, hash, exported_at)
    select customer_id, seq, hash, ${instant(now)} from audit_head
    on conflict (customer_id, seq) do nothing
    returning customer_id as customer, seq, encode(hash, 'hex') as hash`.execute(db);
  return rows;
}

export interface Head {
  readonly customer: number;
  readonly seq: number;
  readonly hash: string;
}
