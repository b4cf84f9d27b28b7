/** Reports a change of a device: audit event and bus event. */

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

/** Sends the secret to the broker; must be called after the commit and the event of the change. */
export function publishIssuedSecret(ctx: Context, deviceCode: string, secret: string): void {
  ctx.bus.publish('device.secretIssued', { deviceCode, secret });
}
