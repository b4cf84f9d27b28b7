/** The steps of a customer's batch commands, and their results. */
import type { Permission } from '@busbar/domain/access/permission';
import type { Role } from '@busbar/domain/access/role';
import type { CommandState } from '@busbar/domain/switch/command-state';
import type { SwitchCommand } from '@busbar/domain/switch/interlock';
import { sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { sessionLives } from '../../identity/sessions/active-session-queries.ts';
import { permissionsOfUser } from '../../shared/rights/permission-queries.ts';

/** A device with a due step, and the current data of the user who submitted the batch command. */
export interface BatchStep {
  readonly customerId: number;
  readonly batchCommandId: string;
  readonly deviceId: number;
  readonly command: SwitchCommand;
  readonly reason: string | null;
  readonly until: number | null;
  readonly steppedUp: boolean;
  readonly endsAt: number;
  readonly userId: number;
  readonly userName: string;
  readonly role: Role;
  readonly permissions: readonly Permission[] | null;
  /** Group of the user. */
  readonly groupId: number;
  readonly sessionHash: Buffer;
  readonly address: string;
}

export async function customersWithBatches(executor: Executor): Promise<number[]> {
  const rows = await executor
    .selectFrom('group_order')
    .select('customer_id')
    .distinct()
    .where('ended_at', 'is', null)
    .execute();
  return rows.map((row) => row.customer_id);
}

/**
 * Expires waiting devices of a batch command that has expired, and cancels those whose user or
 * session is no longer active.
 */
export async function abandonOverdue(
  trx: Executor,
  customerId: number,
  now: number,
): Promise<void> {
  await sql`
    update group_order_device i set
      state = case when o.is_over then 'expired' else 'cancelled' end,
      reason = case when o.is_over then 'not-sent' else 'session-ended' end
    from (select group_order_id, ends_at <= ${instant(now)} as is_over,
        ${sessionLives('group_order', now)} as lives
      from group_order where customer_id = ${customerId} and ended_at is null) o
    where i.customer_id = ${customerId} and i.group_order_id = o.group_order_id
      and i.state = 'waiting' and (o.is_over or not o.lives)`.execute(trx);
}

/** Returns the number of steps processed after `since`. */
export async function stepsSince(
  trx: Executor,
  customerId: number,
  since: number,
): Promise<number> {
  const { steps } = await trx
    .selectFrom('group_order_device')
    .select((eb) => eb.fn.countAll<number>().as('steps'))
    .where('customer_id', '=', customerId)
    .where('turned_at', '>', instant(since))
    .executeTakeFirstOrThrow();
  return Number(steps);
}

export interface Closing {
  readonly state: CommandState;
  readonly sentAt: number | null;
  readonly processedAt: number;
}

/** The customer's last close command of any batch that passed the command gate after `since`. */
export async function lastClosing(
  trx: Executor,
  customerId: number,
  since: number,
): Promise<Closing | undefined> {
  const { rows } = await sql<Closing>`
    select c.state, c.sent_at as "sentAt", i.turned_at as "processedAt"
    from group_order_device i
    join command c on c.customer_id = i.customer_id and c.command_id = i.command_id
    where i.customer_id = ${customerId} and i.turned_at > ${instant(since)} and c.switch_order = 'close'
    order by i.turned_at desc limit 1`.execute(trx);
  return rows[0];
}

/**
 * Returns the next step: commands that start no load first, then those of the oldest batch command,
 * in list order.
 */
export async function nextStep(
  trx: Executor,
  customerId: number,
  mayClose: boolean,
): Promise<BatchStep | undefined> {
  const { rows } = await sql<BatchStep>`
    select o.customer_id as "customerId", o.group_order_id as "batchCommandId",
      i.device_id as "deviceId", o.switch_order as "command", o.reason, o.lock_until as "until",
      o.stepped_up as "steppedUp", o.ends_at as "endsAt", o.user_id as "userId",
      u.user_name as "userName", u.role, ${permissionsOfUser()} as permissions, u.group_id as "groupId",
      o.session_hash as "sessionHash", o.client_address as address
    from group_order o
    join user_account u on u.customer_id = o.customer_id and u.user_id = o.user_id
    cross join lateral (
      select device_id, position from group_order_device
      where customer_id = o.customer_id and group_order_id = o.group_order_id
        and state = 'waiting'
      order by position limit 1) i
    where o.customer_id = ${customerId} and o.ended_at is null
      and (${mayClose} or o.switch_order <> 'close')
    order by (o.switch_order = 'close'), o.created_at, i.position limit 1`.execute(trx);
  return rows[0];
}

export interface BatchStepResult {
  readonly state: 'ordered' | 'refused';
  readonly reason?: string | undefined;
  /** Name to insert into the refusal message. */
  readonly detail?: string | undefined;
  readonly commandId?: string | undefined;
}

export async function recordStep(
  trx: Executor,
  { customerId, batchCommandId, deviceId }: BatchStep,
  { state, reason, detail, commandId }: BatchStepResult,
  now: number,
): Promise<void> {
  await trx
    .updateTable('group_order_device')
    .set({
      state,
      reason: reason ?? null,
      detail: detail ?? null,
      command_id: commandId ?? null,
      turned_at: instant(now),
    })
    .where('customer_id', '=', customerId)
    .where('group_order_id', '=', batchCommandId)
    .where('device_id', '=', deviceId)
    .where('state', '=', 'waiting')
    .execute();
}

/** Ends the customer's batch commands that have no waiting device left. */
export async function endIdleBatches(
  trx: Executor,
  customerId: number,
  now: number,
): Promise<void> {
  await sql`
    update group_order o set ended_at = ${instant(now)}
    where o.customer_id = ${customerId} and o.ended_at is null
      and not exists (select 1 from group_order_device i
        where i.customer_id = o.customer_id and i.group_order_id = o.group_order_id
          and i.state = 'waiting')`.execute(trx);
}
