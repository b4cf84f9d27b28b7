/**
 * Queries for the outbox: rows are inserted in the transaction of their event, claimed under a
 * lease and completed once.
 */
import { snakeCaseKeys } from '@busbar/domain/key-case';
import { sql } from 'kysely';
import { instant, jsonb } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { overCustomers } from '../../../storage/distributed/over-customers.ts';
import type { OutboxChannel } from '../../../storage/schema/schema.ts';
import { waking } from '../../../wake-job.ts';

export interface NewOutboxItem {
  readonly customerId: number;
  readonly channel: OutboxChannel;
  readonly userId: number | null;
  readonly dedupeKey: string;
  readonly receiver: string;
  readonly payload: unknown;
  readonly dueAt: number;
  readonly now: number;
}

/** Inserts items; those with an existing key are ignored. */
export async function insertOutbox(trx: Executor, items: readonly NewOutboxItem[]): Promise<void> {
  if (items.length === 0) return;
  await trx
    .insertInto('outbox')
    .values(
      items.map(({ now, ...item }) => ({
        ...snakeCaseKeys(item),
        payload: jsonb(item.payload),
        state: 'waiting' as const,
        due_at: instant(item.dueAt),
        created_at: instant(now),
        tried_since: instant(now),
      })),
    )
    .onConflict((conflict) => conflict.columns(['customer_id', 'dedupe_key']).doNothing())
    .returning(waking('outbox'))
    .execute();
}

export interface OutboxItem {
  readonly customerId: number;
  readonly outboxId: number;
  readonly channel: OutboxChannel;
  readonly userId: number | null;
  readonly dedupeKey: string;
  readonly receiver: string;
  readonly payload: unknown;
  /** Number of attempts, including the current one. */
  readonly attempts: number;
  readonly triedSince: number;
}

export interface Taking {
  readonly takenBy: string;
  readonly now: number;
  readonly leaseMs: number;
  readonly most: number;
  /** Max number of items of one customer in progress, in all processes together. */
  readonly perCustomer: number;
  /** Receivers that are blocked for now. */
  readonly closed: readonly string[];
}

/**
 * Claims due items, limited per customer, starting with the customers that have the fewest in
 * progress. An item with an expired lease belonged to a process that died and is due again.
 */
export async function takeDue(trx: Executor, taking: Taking): Promise<OutboxItem[]> {
  const now = instant(taking.now);
  const isDue = sql`(d.state in ('waiting', 'taken') and d.due_at <= ${now})`;
  return overCustomers(
    trx,
    sql`select distinct d.customer_id as "customerId" from outbox d where ${isDue}`,
    (within) => sql<OutboxItem>`
    with busy as (
      select b.customer_id, count(*)::int4 as items from outbox b
      where b.state = 'taken' and b.taken_until > ${now} and ${within('b')} group by b.customer_id
    ), due as (
      select distinct d.customer_id from outbox d where ${isDue} and ${within('d')}
    ), chosen as (
      select o.customer_id, o.outbox_id
      from due left join busy using (customer_id)
      cross join lateral (
        select i.customer_id, i.outbox_id, i.due_at from outbox i
        where i.customer_id = due.customer_id and i.state in ('waiting', 'taken')
          and i.due_at <= ${now} and (i.state = 'waiting' or i.taken_until <= ${now})
          and i.receiver <> all(${[...taking.closed]}::text[]) and ${within('i')}
        order by i.due_at, i.outbox_id
        limit greatest(0, ${taking.perCustomer}::int4 - coalesce(busy.items, 0))
        for update skip locked
      ) o
      order by coalesce(busy.items, 0), o.due_at
      limit ${taking.most}
    )
    update outbox t set state = 'taken', taken_by = ${taking.takenBy},
      taken_until = ${instant(taking.now + taking.leaseMs)}, attempts = t.attempts + 1
    from chosen
    where t.customer_id = chosen.customer_id and t.outbox_id = chosen.outbox_id and ${within('t')}
    returning t.customer_id as "customerId", t.outbox_id as "outboxId", t.channel,
      t.user_id as "userId", t.dedupe_key as "dedupeKey", t.receiver, t.payload, t.attempts,
      t.tried_since as "triedSince"`,
  );
}

/** Returns when the next item is due or its lease expires, epoch ms; null if none is waiting. */
export async function nextDue(trx: Executor, closed: readonly string[]): Promise<number | null> {
  const { rows } = await sql<{ at: number | null }>`
    select min(case when state = 'waiting' then due_at else taken_until end) as at from outbox
    where state in ('waiting', 'taken') and receiver <> all(${[...closed]}::text[])`.execute(trx);
  return rows[0]!.at;
}

export type Settlement =
  | { readonly state: 'done' }
  | {
      readonly state: 'waiting';
      readonly dueAt: number;
      readonly error: string | null;
      /** False if the item was not sent, so that the attempt does not count. Defaults to true. */
      readonly isTried?: false;
    }
  | { readonly state: 'dead'; readonly error: string }
  | { readonly state: 'held' };

/** Returns false if the lease expired and another process has claimed the item. */
export async function completeItem(
  trx: Executor,
  { customerId, outboxId, attempts }: OutboxItem,
  takenBy: string,
  settlement: Settlement,
  now: number,
): Promise<boolean> {
  const { state } = settlement;
  const result = await trx
    .updateTable('outbox')
    .set({
      state,
      taken_by: null,
      taken_until: null,
      ...(state === 'waiting' ? { due_at: instant(settlement.dueAt) } : {}),
      ...(state === 'waiting' && settlement.isTried === false ? { attempts: attempts - 1 } : {}),
      ...('error' in settlement ? { last_error: settlement.error } : {}),
      ...(state === 'done' || state === 'dead' ? { done_at: instant(now) } : {}),
      // The body is deleted after delivery; the delivery log records the success.
      ...(state === 'done' ? { payload: jsonb({}), last_error: null } : {}),
    })
    .where('customer_id', '=', customerId)
    .where('outbox_id', '=', outboxId)
    .where('state', '=', 'taken')
    .where('taken_by', '=', takenBy)
    .where('attempts', '=', attempts)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Ends all leases of previous processes; must only be called if no other process can exist. */
export async function endAllLeases(db: Executor): Promise<void> {
  await sql`update outbox set state = 'waiting', taken_by = null, taken_until = null
    where state = 'taken'`.execute(db);
}

/** Deletes completed rows older than `before`; dead batches remain until an administrator acts. */
export async function purgeSettled(db: Executor, before: number): Promise<void> {
  await sql`delete from outbox where done_at < ${instant(before)}
    and (state = 'done' or (state = 'dead' and channel <> 'webhook'))`.execute(db);
}
