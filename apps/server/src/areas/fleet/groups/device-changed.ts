/** What is told after a device was changed: its line in the operation log, its event on the bus. */

import { LOG_MODULES } from '@busbar/domain/audit/log-words';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';

export interface ChangedDevice {
  readonly deviceId: number;
  readonly deviceCode: string;
  readonly groupId: number;
}

/** The words of the log for what is done to a device; the screen translates them. */
export type DeviceDeed =
  | 'add'
  | 'update'
  | 'move'
  | 'delete'
  | 'new secret'
  | 'add note'
  | 'delete note'
  | 'add photo'
  | 'delete photo';

/** In the transaction of the change. */
export async function logDeviceChange(
  ctx: Context,
  trx: Executor,
  caller: Caller,
  command: DeviceDeed,
  device: ChangedDevice,
  detail: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await writeLog(trx, caller, {
    at: ctx.clock.now(),
    module: LOG_MODULES.deviceInformation,
    command,
    status: 'done',
    device: { id: device.deviceId, code: device.deviceCode, groupId: device.groupId },
    commandId: null,
    detail,
  });
}

/** After its commit. `credentialsEnded` closes the device's connection. */
export function publishDeviceChange(
  ctx: Context,
  customerId: number,
  { deviceId, deviceCode }: Omit<ChangedDevice, 'groupId'>,
  credentialsEnded: boolean,
): void {
  ctx.bus.publish('device.changed', { customerId, deviceId, deviceCode, credentialsEnded });
}

/** After its commit, and after the change of the device: the broker gets the secret. */
export function publishIssuedSecret(ctx: Context, deviceCode: string, secret: string): void {
  ctx.bus.publish('device.secretIssued', { deviceCode, secret });
}
