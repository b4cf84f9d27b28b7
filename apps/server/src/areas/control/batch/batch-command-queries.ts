/** Rows of `group_order` and `group_order_device`; queries for steps are in `step-queries.ts`. */
import { pickSnakeCase, snakeCaseKeys } from '@busbar/domain/key-case';
import type { CommandState } from '@busbar/domain/switch/command-state';
import type { SwitchCommand } from '@busbar/domain/switch/interlock';
import { type SqlBool, sql } from 'kysely';
import type { Caller, Scope } from '../../../caller.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { waking } from '../../../wake-job.ts';
import { channelOf } from '../../shared/channel-queries.ts';
import type { ListedDevice } from './listed-devices.ts';

export interface NewBatchCommand {
  readonly batchCommandId: string;
  readonly command: SwitchCommand;
  readonly reason: string | undefined;
  readonly until: number | undefined;
  readonly steppedUp: boolean;
  readonly idempotencyKey: string | undefined;
  readonly requestHash: Buffer;
  readonly projectId: number | undefined;
  readonly createdAt: number;
  readonly endsAt: number;
}

export async function insertBatchCommand(
  trx: Executor,
  caller: Caller,
  { batchCommandId, command, until, ...batch }: NewBatchCommand,
  devices: readonly ListedDevice[],
): Promise<void> {
  await trx
    .insertInto('group_order')
    .values({
      ...snakeCaseKeys(batch),
      group_order_id: batchCommandId,
      ...pickSnakeCase(caller, 'customerId', 'userId', 'groupId'),
      session_hash: caller.tokenHash,
      client_address: caller.address,
      switch_order: command,
      lock_until: until === undefined ? null : instant(until),
      created_at: instant(batch.createdAt),
      ends_at: instant(batch.endsAt),
    })
    .returning(waking('group-orders'))
    .execute();
  await sql`
    insert into group_order_device (customer_id, group_order_id, device_id, position, state)
    select ${caller.customerId}, ${batchCommandId}::uuid, device_id, position, 'waiting'
    from unnest(${sql.val(devices.map(({ deviceId }) => deviceId))}::integer[])
      with ordinality as listed (device_id, position)`.execute(trx);
}

/** Releases the idempotency key if its batch command was created at or before `before`. */
export async function releaseKeys(
  trx: Executor,
  { customerId, userId }: Caller,
  key: string,
  before: number,
): Promise<void> {
  await trx
    .updateTable('group_order')
    .set({ idempotency_key: null })
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', key)
    .where('created_at', '<=', instant(before))
    .execute();
}

export function batchCommandOfKey(
  trx: Executor,
  { customerId, userId }: Caller,
  key: string,
): Promise<{ group_order_id: string; request_hash: Buffer } | undefined> {
  return trx
    .selectFrom('group_order')
    .select(['group_order_id', 'request_hash'])
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
}

export interface BatchCommandRow {
  readonly batchCommandId: string;
  readonly userId: number;
  readonly userName: string;
  readonly command: SwitchCommand;
  readonly reason: string | null;
  readonly until: number | null;
  readonly createdAt: number;
  readonly endsAt: number;
  readonly endedAt: number | null;
}

/** Finds a batch command by id in the caller's group and below; locks the row for a change. */
export async function batchCommandInScope(
  executor: Executor,
  scope: Scope,
  batchCommandId: string,
  lock = false,
): Promise<BatchCommandRow | undefined> {
  const { rows } = await sql<BatchCommandRow>`
    select o.group_order_id as "batchCommandId", o.user_id as "userId",
      u.user_name as "userName", o.switch_order as "command", o.reason, o.lock_until as "until",
      o.created_at as "createdAt", o.ends_at as "endsAt", o.ended_at as "endedAt"
    from group_order o
    join user_group g on g.customer_id = o.customer_id and g.group_id = o.group_id
    join user_account u on u.customer_id = o.customer_id and u.user_id = o.user_id
    where o.customer_id = ${scope.customerId} and o.group_order_id = ${batchCommandId}::uuid
      and g.path @> array[${scope.groupId}::integer]
    ${lock ? sql`for no key update of o` : sql``}`.execute(executor);
  return rows[0];
}

export interface BatchCommandDevice extends ListedDevice {
  readonly deviceName: string;
  readonly channel: number | null;
  readonly state: 'waiting' | 'ordered' | 'refused' | 'expired' | 'cancelled';
  readonly reason: string | null;
  readonly detail: string | null;
  readonly commandId: string | null;
  readonly commandState: CommandState | null;
  readonly commandReason: string | null;
  readonly commandDetail: string | null;
}

/** Returns the devices that the caller can see now, in list order. */
export async function devicesOfBatchCommand(
  executor: Executor,
  scope: Scope,
  batchCommandId: string,
): Promise<BatchCommandDevice[]> {
  const { rows } = await sql<BatchCommandDevice>`
    select i.device_id as "deviceId", d.device_code as "deviceCode", d.name as "deviceName",
      ${channelOf('d')} as channel, d.group_id as "groupId", i.state, i.reason, i.detail, i.command_id as "commandId",
      c.state as "commandState", c.reason as "commandReason", c.detail as "commandDetail"
    from group_order_device i
    join device d on d.customer_id = i.customer_id and d.device_id = i.device_id
    join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
    left join command c on c.customer_id = i.customer_id and c.command_id = i.command_id
    where i.customer_id = ${scope.customerId} and i.group_order_id = ${batchCommandId}::uuid
      and g.path @> array[${scope.groupId}::integer]
    order by i.position`.execute(executor);
  return rows;
}

/** Queues the given devices again, in the name of the current caller. */
export async function repeatDevices(
  trx: Executor,
  caller: Caller,
  batchCommandId: string,
  again: {
    readonly deviceIds: readonly number[];
    readonly steppedUp: boolean;
    readonly endsAt: number;
  },
): Promise<void> {
  const { customerId, userId, tokenHash, address } = caller;
  await sql`
    update group_order set user_id = ${userId}, session_hash = ${tokenHash},
      client_address = ${address}, stepped_up = ${again.steppedUp},
      ends_at = ${instant(again.endsAt)}, ended_at = null,
      idempotency_key = case when user_id = ${userId} then idempotency_key end
    where customer_id = ${customerId} and group_order_id = ${batchCommandId}::uuid`.execute(trx);
  await trx
    .updateTable('group_order_device')
    .set({ state: 'waiting', reason: null, detail: null, command_id: null, turned_at: null })
    .where('customer_id', '=', customerId)
    .where('group_order_id', '=', batchCommandId)
    .where(sql<SqlBool>`device_id = any(${sql.val([...again.deviceIds])}::integer[])`)
    .execute();
}

/** Cancels all devices that are still waiting and returns how many there were. */
export async function cancelWaiting(
  trx: Executor,
  customerId: number,
  batchCommandId: string,
  reason: string,
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('group_order_device')
    .set({ state: 'cancelled', reason })
    .where('customer_id', '=', customerId)
    .where('group_order_id', '=', batchCommandId)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
