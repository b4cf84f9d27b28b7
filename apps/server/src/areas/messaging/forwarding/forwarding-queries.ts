/** Queries for a customer's forwarding settings, dead batches and delivery log. */

import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { notification, waking } from '../../../wake-job.ts';
import { forwardingOf } from '../../shared/installation/sealed-columns.ts';
import type { Secrets } from '../../shared/installation/sealed-secrets.ts';

export interface ForwardingTarget {
  readonly url: string;
  readonly useHttps: boolean;
  readonly usePlatformApi: boolean;
}

export interface ForwardingRow extends ForwardingTarget {
  /** Null if forwarding was never enabled. */
  readonly enabled: boolean | null;
  /** Null also if the secret was encrypted with another key; the next change creates a new one. */
  readonly secret: string | null;
  readonly secretChangedAt: number | null;
  readonly suspendedAt: number | null;
  readonly enabledAt: number | null;
  readonly lastSuccessAt: number | null;
  readonly lastFailureAt: number | null;
  readonly lastError: string | null;
  readonly testedAt: number | null;
}

export async function readForwarding(
  db: Executor,
  secrets: Secrets,
  customerId: number,
): Promise<ForwardingRow> {
  const row = await db
    .selectFrom('customer as c')
    .leftJoin('forwarding as f', 'f.customer_id', 'c.customer_id')
    .where('c.customer_id', '=', customerId)
    .select([
      'c.receive_url as url',
      'c.use_https as useHttps',
      'c.use_platform_api as usePlatformApi',
      'f.enabled',
      'f.secret',
      'f.secret_changed_at as secretChangedAt',
      'f.suspended_at as suspendedAt',
      'f.enabled_at as enabledAt',
      'f.last_success_at as lastSuccessAt',
      'f.last_failure_at as lastFailureAt',
      'f.last_error as lastError',
      'f.tested_at as testedAt',
    ])
    .executeTakeFirstOrThrow();
  const { secret } = row;
  if (secret === null) return row;
  return { ...row, secret: secrets.open(forwardingOf(customerId), secret) ?? null };
}

export async function usesPlatformApi(db: Executor, customerId: number): Promise<boolean> {
  const row = await db
    .selectFrom('customer')
    .where('customer_id', '=', customerId)
    .select('use_platform_api as isOn')
    .executeTakeFirst();
  return row?.isOn ?? false;
}

/**
 * Serializes changes of one customer's settings with each other and with the creation of a batch.
 * The open batch is locked first, as in the transaction that logs its delivery; in the other order
 * the two deadlock.
 */
export async function lockForwarding(trx: Executor, customerId: number): Promise<void> {
  await sql`select 1 from outbox where customer_id = ${customerId} and channel = 'webhook'
    and state in ('waiting', 'taken') order by outbox_id for update`.execute(trx);
  await sql`select 1 from customer where customer_id = ${customerId} for no key update`.execute(
    trx,
  );
  await sql`select 1 from forwarding where customer_id = ${customerId} for update`.execute(trx);
}

export async function writeTarget(
  trx: Executor,
  customerId: number,
  { url, useHttps, usePlatformApi }: ForwardingTarget,
): Promise<void> {
  await trx
    .updateTable('customer')
    .set({ receive_url: url, use_https: useHttps, use_platform_api: usePlatformApi })
    .where('customer_id', '=', customerId)
    .execute();
}

export async function writeForwarding(
  trx: Executor,
  secrets: Secrets,
  customerId: number,
  state: { readonly enabled: boolean; readonly secret: string; readonly secretChangedAt: number },
  now: number,
): Promise<void> {
  await sql`
    insert into forwarding (customer_id, enabled, secret, secret_changed_at, enabled_at)
    values (${customerId}, ${state.enabled},
      ${secrets.seal(forwardingOf(customerId), state.secret)}, ${instant(state.secretChangedAt)},
      ${state.enabled ? instant(now) : null}::timestamptz)
    on conflict (customer_id) do update set
      enabled_at = case when excluded.enabled and not forwarding.enabled
        then excluded.enabled_at else forwarding.enabled_at end,
      enabled = excluded.enabled, secret = excluded.secret,
      secret_changed_at = excluded.secret_changed_at,
      suspended_at = case when excluded.enabled then null else forwarding.suspended_at end
    returning ${notification('outbox')}`.execute(trx);
}

/** Puts the open batch on hold while forwarding is disabled. */
export async function lockOpenBatch(trx: Executor, customerId: number): Promise<void> {
  await trx
    .updateTable('outbox')
    .set({ state: 'held', taken_by: null, taken_until: null })
    .where('customer_id', '=', customerId)
    .where('channel', '=', 'webhook')
    .where('state', 'in', ['waiting', 'taken'])
    .execute();
}

/** Resumes the oldest batch on hold; returns false if there is none. */
export async function resumePaused(
  trx: Executor,
  customerId: number,
  now: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update outbox set state = 'waiting', due_at = ${instant(now)}, tried_since = ${instant(now)},
      attempts = 0, done_at = null
    where customer_id = ${customerId} and outbox_id = (
      select outbox_id from outbox where customer_id = ${customerId}
        and channel = 'webhook' and state = 'held' order by outbox_id limit 1)`.execute(trx);
  return numAffectedRows === 1n;
}

/** Returns false if the customer has no such dead batch. */
export async function lockDeadBatch(
  trx: Executor,
  customerId: number,
  id: number,
): Promise<boolean> {
  const rows = await trx
    .updateTable('outbox')
    .set({ state: 'held', done_at: null })
    .where('customer_id', '=', customerId)
    .where('outbox_id', '=', id)
    .where('channel', '=', 'webhook')
    .where('state', '=', 'dead')
    .returning(waking('outbox'))
    .execute();
  return rows.length === 1;
}

export async function suspend(trx: Executor, customerId: number, now: number): Promise<void> {
  await trx
    .updateTable('forwarding')
    .set({ enabled: false, suspended_at: instant(now) })
    .where('customer_id', '=', customerId)
    .execute();
}

/** Limits tests, so that the test button cannot be used to scan or flood a network. */
export async function claimTest(ctx: Context, customerId: number, now: number): Promise<boolean> {
  const result = await ctx.database.db
    .updateTable('forwarding')
    .set({ tested_at: instant(now) })
    .where('customer_id', '=', customerId)
    .where((eb) =>
      eb.or([eb('tested_at', 'is', null), eb('tested_at', '<=', instant(now - TEST_PAUSE_MS))]),
    )
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export const TEST_PAUSE_MS = 5_000;

export async function tryLockIdle(trx: Executor, customerId: number): Promise<boolean> {
  // The row is locked by any process that creates a batch or changes the settings; another
  // process skips it.
  const { rows } =
    await sql`select 1 from forwarding f where customer_id = ${customerId} and enabled
      and not exists (select 1 from outbox o where o.customer_id = f.customer_id
        and o.channel = 'webhook' and o.state in ('waiting', 'taken'))
      for update of f skip locked`.execute(trx);
  return rows.length > 0;
}
