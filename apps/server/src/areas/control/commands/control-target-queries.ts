/**
 * The device that a command is for, with all data that validation needs, read in one query; the
 * lock of a locked device is read in a second one.
 */

import type { DeviceKind } from '@busbar/domain/device/device-type';
import { type Presence, presence } from '@busbar/domain/device/presence';
import type { DeviceProtocol } from '@busbar/domain/device/protocol/device-protocol';
import { isSwitchAction, type SwitchAction } from '@busbar/domain/switch/switch-action';
import { sql } from 'kysely';
import type { DeviceRef } from '../../../bus.ts';
import type { Scope } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { findLock, type Lock } from '../../fleet/devices/lock-queries.ts';
import { databaseTime, epochMs } from '../../shared/database-time-queries.ts';
import { IS_READ_ONLY } from '../../shared/read-only-meter-queries.ts';

export interface ControlTarget extends DeviceRef {
  readonly groupId: number;
  readonly kind: DeviceKind;
  readonly protocol: DeviceProtocol;
  readonly simulated: boolean;
  readonly action: SwitchAction | undefined;
  readonly presence: Presence;
  /**
   * Code of the device whose connection carries the command: the gateway for a slave, otherwise the
   * device itself.
   */
  readonly linkDeviceCode: string;
  readonly slaveAddress: number | null;
  /** The lock set by a command; undefined if none is known. */
  readonly lock: Lock | undefined;
  /** True if an operation of the device is under way or has an unknown outcome. */
  readonly busy: boolean;
  /** True for a slave that its gateway has been configured to ignore. */
  readonly disabled: boolean;
  /** True for a device on the serial line of a DTU that has no settings for switching. */
  readonly isReadOnly: boolean;
  /** Database time at which the device was read, ms. */
  readonly readAt: number;
}

interface TargetRow {
  read_at: number;
  busy: boolean;
  disabled: boolean;
  read_only: boolean;
  device_id: number;
  device_code: string;
  group_id: number;
  group_path: number[];
  kind: DeviceKind;
  protocol: DeviceProtocol;
  simulated: boolean;
  slave_address: number | null;
  expected_interval_s: number;
  switch_action: string | null;
  heard_at: number | null;
  connected: boolean | null;
  unreachable: boolean | null;
  gateway_code: string | null;
  gateway_connected: boolean | null;
}

/** Finds a device by id; undefined if it is missing, deleted, or outside the caller's scope. */
export async function findTarget(
  ctx: Context,
  executor: Executor,
  scope: Scope,
  deviceId: number,
): Promise<ControlTarget | undefined> {
  const { rows } = await sql<TargetRow>`
    select ${epochMs(databaseTime(ctx))} as read_at,
      exists (select 1 from command c
        where c.customer_id = d.customer_id and c.device_id = d.device_id
          and (c.kind in ('switch', 'slaves')
              and c.state in ('queued', 'sent', 'acknowledged', 'unknown')
            or c.kind = 'frame' and c.args ->> 'effect' <> 'read'
              and c.state in ('queued', 'sent', 'unknown'))) as busy,
      d.kind = 'slave' and exists (select 1 from slave_table t
        where t.customer_id = d.customer_id and t.device_id = d.gateway_id
          and t.slots @> jsonb_build_array(
            jsonb_build_object('address', d.slave_address, 'enabled', false))) as disabled,
      ${IS_READ_ONLY} as read_only,
      d.device_id, d.device_code, d.group_id, g.path as group_path, d.kind, d.protocol,
      d.simulated, d.slave_address,
      d.expected_interval_s, s.switch_action, s.heard_at, s.connected, s.unreachable,
      gateway.device_code as gateway_code, gs.connected as gateway_connected
    from device d
    join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
    left join device_state s on s.customer_id = d.customer_id and s.device_id = d.device_id
    left join device gateway on gateway.customer_id = d.customer_id
      and gateway.device_id = d.gateway_id and gateway.deleted_at is null
    left join device_state gs on gs.customer_id = d.customer_id and gs.device_id = d.gateway_id
    where d.customer_id = ${scope.customerId} and d.device_id = ${deviceId}
      and d.deleted_at is null
      and g.path @> array[${scope.groupId}::integer]`.execute(executor);
  const row = rows[0];
  if (row === undefined) return undefined;
  const lock = await findLock(executor, scope.customerId, deviceId, row.switch_action);
  return targetOf(scope, row, lock, ctx.clock.now());
}

function targetOf(
  scope: Scope,
  row: TargetRow,
  lock: Lock | undefined,
  now: number,
): ControlTarget {
  const isSlave = row.kind === 'slave';
  return {
    customerId: scope.customerId,
    deviceId: row.device_id,
    deviceCode: row.device_code,
    groupPath: row.group_path,
    groupId: row.group_id,
    kind: row.kind,
    protocol: row.protocol,
    simulated: row.simulated,
    action: isSwitchAction(row.switch_action) ? row.switch_action : undefined,
    presence: presence({
      connected: (isSlave ? row.gateway_connected && !row.unreachable : row.connected) ?? false,
      heardAt: row.heard_at ?? undefined,
      expectedIntervalS: row.expected_interval_s,
      now,
    }),
    linkDeviceCode: isSlave ? (row.gateway_code ?? row.device_code) : row.device_code,
    slaveAddress: row.slave_address,
    lock,
    busy: row.busy,
    disabled: row.disabled,
    isReadOnly: row.read_only,
    readAt: row.read_at,
  };
}

/**
 * Serializes the commands of one user and of the devices until the transaction ends, in every
 * process. The user is always locked first and devices in the order of their ids: limits are
 * counted exactly and two commands cannot both pass the interlock on the same old state. A timer
 * has no user to lock.
 */
export async function lockForCommand(
  trx: Executor,
  customerId: number,
  userId: number | null,
  deviceIds: readonly number[],
): Promise<void> {
  await sql`
    with in_line as materialized (
      select 1 as one from user_account
      where customer_id = ${customerId} and user_id = ${userId}::integer for no key update)
    select 1 from (select count(*) as users from in_line) line cross join lateral (
      select 1 from device
      where customer_id = ${customerId} and device_id in (${sql.join([...deviceIds])})
        and line.users >= 0
      order by device_id for no key update) d`.execute(trx);
}
