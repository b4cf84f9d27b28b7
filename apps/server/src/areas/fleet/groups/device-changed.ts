/** Reports a change of a device: audit event and bus event. */

import type { PathMove } from '@busbar/domain/access/group-tree';
import { groupsThatSeeOther, type Parcel } from '@busbar/domain/access/group-views';
import { LOG_MODULES } from '@busbar/domain/audit/log-terms';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import type { LoggedDevice } from '../../shared/operation-log/log-queries.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';

/** Names of the actions on devices in the operation log; the screen translates them. */
export type DeviceAction =
  | 'add'
  | 'update'
  | 'move'
  | 'delete'
  | 'new secret'
  | 'add note'
  | 'delete note'
  | 'add photo'
  | 'delete photo'
  | 'change line'
  | 'add meter'
  | 'change meter'
  | 'remove meter';

/** Logs a change; must run in the transaction of the change. */
export async function logDeviceChange(
  ctx: Context,
  trx: Executor,
  caller: Caller,
  command: DeviceAction,
  device: LoggedDevice,
  detail: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await writeLog(trx, caller, {
    at: ctx.clock.now(),
    module: LOG_MODULES.deviceInformation,
    command,
    device,
    detail,
  });
}

/** Publishes a change; call after the commit. `credentialsEnded` closes the device's connection. */
export function publishDeviceChange(
  ctx: Context,
  customerId: number,
  { deviceId, deviceCode }: Omit<LoggedDevice, 'groupId'>,
  credentialsEnded: boolean,
): void {
  ctx.bus.publish('device.changed', { customerId, deviceId, deviceCode, credentialsEnded });
}

/**
 * Publishes that devices, or with `move` a group with its subtree, have changed their groups; call
 * after the commit. Disconnects the users who now see other devices than before.
 */
export function publishRegrouping(
  ctx: Context,
  customerId: number,
  parcels: readonly Parcel[],
  move: PathMove | null = null,
): void {
  const moved = parcels.filter(({ from, to }) => from.join() !== to.join());
  if (moved.length === 0) return;
  const groupIds = groupsThatSeeOther(moved);
  ctx.bus.publish('groups.changed', { customerId, move, groupIds });
}

/** Sends the secret to the broker; must be called after the commit and the event of the change. */
export function publishIssuedSecret(ctx: Context, deviceCode: string, secret: string): void {
  ctx.bus.publish('device.secretIssued', { deviceCode, secret });
}
