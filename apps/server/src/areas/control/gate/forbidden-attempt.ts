/**
 * Logs an attempt to control a device that was rejected before the command gate because the caller
 * lacks the permission, like an attempt that the gate refused (docs/promises.md C9). The request
 * has not been validated yet, so only recognised fields are logged, and nothing at all for a device
 * outside the caller's group.
 */

import { LOG_MODULES, type LogCommand } from '@busbar/domain/audit/log-terms';
import type { Refusal } from '@busbar/domain/refusal';
import { isSwitchCommand } from '@busbar/domain/switch/interlock';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { findDevice } from '../../fleet/devices/device-lookup-queries.ts';
import { readDatabaseTime } from '../../shared/database-time-queries.ts';
import type { LoggedDevice } from '../../shared/operation-log/log-queries.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';
import { isCommandId } from '../../shared/uuid-text.ts';
import { commandInScope } from '../commands/command-queries.ts';

export interface ForbiddenAttempt {
  /** Name of the API call. */
  readonly source: string;
  readonly refusal: Refusal;
  /** Order as received, not validated. */
  readonly command: unknown;
  readonly device: unknown;
  readonly commandId: unknown;
}

export async function recordForbidden(
  ctx: Context,
  caller: Caller,
  attempt: ForbiddenAttempt,
): Promise<void> {
  const { db } = ctx.database;
  const { source, refusal } = attempt;
  await writeLog(db, caller, {
    at: await readDatabaseTime(ctx, db),
    module: LOG_MODULES.remoteControl,
    command: commandName(attempt),
    status: `refused:${refusal}`,
    device: await deviceOf(ctx, caller, attempt),
    detail: { source, role: caller.role },
  });
}

function commandName({ command, commandId }: ForbiddenAttempt): LogCommand {
  if (isSwitchCommand(command)) return command;
  return commandId === undefined ? 'control' : 'cancel';
}

async function deviceOf(
  ctx: Context,
  caller: Caller,
  { device, commandId }: ForbiddenAttempt,
): Promise<LoggedDevice | undefined> {
  const { db } = ctx.database;
  if (typeof commandId === 'string' && isCommandId(commandId)) {
    const command = await commandInScope(db, caller, commandId);
    if (command === undefined) return undefined;
    const { device_id: deviceId, device_code: deviceCode, group_path: path } = command;
    return { deviceId, deviceCode, groupId: path.at(-1)! };
  }
  if (typeof device !== 'string' && typeof device !== 'number') return undefined;
  return findDevice(db, caller, device);
}
