import {
  BEFORE_THE_FIRST,
  type ChainFault,
  type ChainPlace,
  type SealedEntry,
} from '@busbar/domain/audit/audit-chain';
import { AUDIT_PURGE_COMMAND } from '@busbar/domain/audit/log-terms';
import { sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';
import { COLUMN_TEXTS, type ColumnTexts, columnsOf } from './audit-column-queries.ts';

/** A single statement, so that all values come from the same snapshot. */
export async function readBounds(
  db: Executor,
  customerId: number,
  newest: number | undefined,
): Promise<Bounds> {
  const { rows } = await sql<{ of: 'checkpoint' | 'head' | 'seal'; seq: number; hash: string }>`
    select 'checkpoint' as of, seq, encode(hash, 'hex') as hash from audit_checkpoint
      where customer_id = ${customerId}
        and seq = (select max(seq) from audit_checkpoint where customer_id = ${customerId})
    union all
    select 'head', seq, encode(hash, 'hex') from audit_head where customer_id = ${customerId}
    union all
    select 'head', seq, encode(hash, 'hex') from audit_head_export where customer_id = ${customerId}
    union all
    select 'seal', s.seq, encode(s.hash, 'hex') from audit_seal s join audit_head h
      on h.customer_id = s.customer_id and s.seq = h.seq - ${newest ?? null}::bigint
      where s.customer_id = ${customerId}`.execute(db);
  const place = ({ seq, hash }: ChainPlace): ChainPlace => ({ seq, hash });
  const start = rows.find(({ of }) => of === 'seal') ?? rows.find(({ of }) => of === 'checkpoint');
  const base = start === undefined ? BEFORE_THE_FIRST : place(start);
  const heads = rows.filter(({ of, seq }) => of === 'head' && seq >= base.seq).map(place);
  return { base, heads };
}

export async function readSlice(
  db: Executor,
  customerId: number,
  after: number,
  last: number,
): Promise<SealedEntry[]> {
  const { rows } = await sql<ColumnTexts & { seq: number; hash: string; sealedId: string }>`
    select s.seq, encode(s.hash, 'hex') as hash, s.audit_entry_id::text as "sealedId", ${COLUMN_TEXTS}
    from (select * from audit_seal where customer_id = ${customerId} and seq > ${after}
        and seq <= ${last} order by seq limit ${sql.lit(ROWS_AT_ONCE)}) s
    left join audit_entry e on e.customer_id = ${customerId}
      and e.audit_entry_id = s.audit_entry_id
    order by s.seq`.execute(db);
  return rows.map((row) => ({
    seq: row.seq,
    hash: row.hash,
    entryId: row.sealedId,
    columns: columnsOf(row),
  }));
}

/** Finds a checkpoint without an audit event; each purge of old entries writes such an event. */
export async function unreportedCheckpoint(
  db: Executor,
  customerId: number,
): Promise<ChainFault | undefined> {
  const { rows } = await sql<{ seq: number }>`
    select c.seq from audit_checkpoint c
    where c.customer_id = ${customerId}
      and c.seq = (select max(seq) from audit_checkpoint where customer_id = ${customerId})
      and not exists (select 1 from audit_entry e
        where e.customer_id = c.customer_id and e.command = ${AUDIT_PURGE_COMMAND}
          and e.detail ->> 'hash' = encode(c.hash, 'hex')
          and e.detail ->> 'through' = c.seq::text)`.execute(db);
  const checkpoint = rows[0];
  return checkpoint && { kind: 'not-told', seq: checkpoint.seq, entryId: null };
}

/**
 * Finds rows outside the chain: an entry that has no seal and is not queued for one, an entry that
 * disappeared from the queue, a seal beyond the head.
 */
export async function readUnchained(
  db: Executor,
  customerId: number,
  afterSeq: number,
): Promise<{ readonly waiting: number; readonly fault: ChainFault | undefined }> {
  const { rows } = await sql<{
    waiting: number;
    vanished: string | null;
    loose: string | null;
    beyond: number | null;
  }>`
    with least as (select coalesce(min(audit_entry_id), 0) as id from audit_seal
        where customer_id = ${customerId} and seq > ${afterSeq} and ${afterSeq}::bigint > 0)
    select (select count(*) from audit_unsealed where customer_id = ${customerId}) as waiting,
      (select min(u.audit_entry_id)::text from audit_unsealed u where u.customer_id = ${customerId}
        and not exists (select 1 from audit_entry e
          where e.customer_id = u.customer_id and e.audit_entry_id = u.audit_entry_id)) as vanished,
      (select min(e.audit_entry_id)::text from audit_entry e, least
        where e.customer_id = ${customerId} and e.audit_entry_id >= least.id
        and not exists (select 1 from audit_seal s
          where s.customer_id = e.customer_id and s.audit_entry_id = e.audit_entry_id)
        and not exists (select 1 from audit_unsealed u
          where u.customer_id = e.customer_id and u.audit_entry_id = e.audit_entry_id)) as loose,
      (select min(s.seq) from audit_seal s where s.customer_id = ${customerId} and s.seq >
        coalesce((select seq from audit_head where customer_id = ${customerId}), 0)) as beyond`.execute(
    db,
  );
  const { waiting, vanished, loose, beyond } = rows[0]!;
  const fault: ChainFault | undefined =
    beyond !== null
      ? { kind: 'not-in-chain', seq: beyond, entryId: null }
      : loose !== null
        ? { kind: 'not-in-chain', seq: null, entryId: loose }
        : vanished !== null
          ? { kind: 'entry-missing', seq: null, entryId: vanished }
          : undefined;
  return { waiting, fault };
}

export const ROWS_AT_ONCE = 5_000;

export interface Bounds {
  readonly base: ChainPlace;
  readonly heads: readonly ChainPlace[];
}

/**
 * Returns the customers with a row in any audit table, and the `known` ones, so that a completely deleted chain is also
 * checked.
 */
export async function listChained(db: Executor, known: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select customer_id as id from audit_head union select customer_id from audit_head_export
    union select customer_id from audit_checkpoint union select customer_id from audit_seal
    union select customer_id from audit_entry
    union select unnest(${[...known]}::integer[])
    order by 1`.execute(db);
  return rows.map(({ id }) => id);
}
