/** Rows of the outbox: put in with what they tell of, taken under a lease, settled once. */
import { sql } from 'kysely';
import { instant, jsonb } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import type { OutboxChannel } from '../../../storage/schema-outbox.ts';
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

/** What is in it already under the same key is left as it is. */
export async function insertOutbox(trx: Executor, items: readonly NewOutboxItem[]): Promise<void> {
  if (items.length === 0) return;
  await trx
    .insertInto('outbox')
    .values(
      items.map((item) => ({
        customer_id: item.customerId,
        channel: item.channel,
        user_id: item.userId,
        dedupe_key: item.dedupeKey,
        receiver: item.receiver,
        payload: jsonb(item.payload),
        state: 'waiting' as const,
        due_at: instant(item.dueAt),
        created_at: instant(item.now),
        tried_since: instant(item.now),
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
  readonly receiver: string;
  readonly payload: unknown;
  /** With the one that begins now. */
  readonly attempts: number;
  readonly triedSince: number;
}

export interface Taking {
  readonly takenBy: string;
  readonly now: number;
  readonly leaseMs: number;
  readonly most: number;
  /** Under way of one customer, by all processes together. */
  readonly perCustomer: number;
  /** Receivers that are left alone for now. */
  readonly closed: readonly string[];
}

/**
 * Takes what is due, of each customer at most its share, customers with the least under way first.
 * A lease that has run out belonged to a process that died: its item is due again.
 */
export async function takeDue(trx: Executor, taking: Taking): Promise<OutboxItem[]> {
  const now = instant(taking.now);
  const { rows } = await sql<OutboxItem>`
    with busy as (
      select customer_id, count(*)::int4 as items from outbox
      where state = 'taken' and taken_until > ${now} group by customer_id
    ), due as (
      select distinct customer_id from outbox
      where state in ('waiting', 'taken') and due_at <= ${now}
    ), chosen as (
      select o.customer_id, o.outbox_id
      from due left join busy using (customer_id)
      cross join lateral (
        select i.customer_id, i.outbox_id, i.due_at from outbox i
        where i.customer_id = due.customer_id and i.state in ('waiting', 'taken')
          and i.due_at <= ${now} and (i.state = 'waiting' or i.taken_until <= ${now})
          and i.receiver <> all(${[...taking.closed]}::text[])
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
    where t.customer_id = chosen.customer_id and t.outbox_id = chosen.outbox_id
    returning t.customer_id as "customerId", t.outbox_id as "outboxId", t.channel,
      t.user_id as "userId", t.receiver, t.payload, t.attempts,
      t.tried_since as "triedSince"`.execute(trx);
  return rows;
}

/** When the next item is due or its lease ends, epoch ms; null when none waits. */
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
      /** False: the item was not sent, so the attempt does not count. Defaults to true. */
      readonly isTried?: false;
    }
  | { readonly state: 'dead'; readonly error: string }
  | { readonly state: 'held' };

/** False when it is not ours any more: the lease ran out and another process has it. */
export async function settleItem(
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
      // A body that was delivered is not kept; the log of deliveries says that it was.
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

/** All leases of processes before this one end; only where no other process can be there. */
export async function endAllLeases(db: Executor): Promise<void> {
  await sql`update outbox set state = 'waiting', taken_by = null, taken_until = null
    where state = 'taken'`.execute(db);
}

/** Settled rows older than that go; dead batches stay until an administrator deals with them. */
export async function forgetSettled(db: Executor, before: number): Promise<void> {
  await sql`delete from outbox where done_at < ${instant(before)}
    and (state = 'done' or (state = 'dead' and channel <> 'webhook'))`.execute(db);
}
