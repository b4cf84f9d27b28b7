/** Reports a change of a device: audit event and bus event. */

import { LOG_MODULES } from '@busbar/domain/audit/log-terms';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';

export interface ChangedDevice {
  readonly deviceId: number;
  readonly deviceCode: string;
  readonly groupId: number;
}

/** Event names of the log for actions on devices; the screen translates them. */
export type DeviceAction =
  | 'add'
  | 'update'
  | 'move'
  | 'delete'
  | 'new secret'
  | 'add note'
  | 'delete note'
  | 'add photo'
  | 'delete photo';

/** Runs in the transaction of the change. */
export async function logDeviceChange(
  ctx: Context,
  trx: Executor,
  caller: Caller,
  command: DeviceAction,
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

/** Must be called after the commit. `credentialsEnded` closes the device's connection. */
export function publishDeviceChange(
  ctx: Context,
  customerId: number,
  { deviceId, deviceCode }: Omit<ChangedDevice, 'groupId'>,
  credentialsEnded: boolean,
): void {
  ctx.bus.publish('device.changed', { customerId, deviceId, deviceCode, credentialsEnded });
}

/**
 * Must be called after the commit and after the event of the change; sends the secret to the
 * broker.
 */
export function publishIssuedSecret(ctx: Context, deviceCode: string, secret: string): void {
  ctx.bus.publish('device.secretIssued', { deviceCode, secret });
}
