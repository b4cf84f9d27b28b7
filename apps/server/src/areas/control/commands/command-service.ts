/** Returns the progress of a command and cancels commands manually. */

import { LOG_MODULES } from '@busbar/domain/audit/log-terms';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import { publishAll } from '../../../bus.ts';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { readDatabaseTime } from '../../shared/database-time-queries.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';
import { isCommandId } from '../../shared/uuid-text.ts';
import { commandChanged } from './command-events.ts';
import { commandInScope, type TimedCommand } from './command-queries.ts';
import { moveCommand } from './move-command.ts';
import { UNKNOWN_AFTER_MS } from './open-command-queries.ts';

export async function findCommand(
  ctx: Context,
  caller: Caller,
  commandId: string,
): Promise<Outcome<TimedCommand>> {
  if (!isCommandId(commandId)) return refused('not-found');
  const command = await commandInScope(ctx.database.db, caller, commandId);
  return command === undefined ? refused('not-found') : done(command);
}

/**
 * Cancels a command that has not been sent. A command whose outcome is unknown is overridden: the
 * caller accepts that it may have switched the contact. Overriding is refused until the device can
 * no longer execute the command.
 */
export async function cancelCommand(
  ctx: Context,
  caller: Caller,
  commandId: string,
): Promise<Outcome<TimedCommand>> {
  if (!isCommandId(commandId)) return refused('not-found');
  const moved = await ctx.database.transaction(async (trx) => {
    const command = await commandInScope(trx, caller, commandId);
    if (command === undefined) return refused('not-found');
    const now = await readDatabaseTime(ctx, trx);
    const isUnknown = command.state === 'unknown';
    if (isUnknown && now < command.expires_at + UNKNOWN_AFTER_MS) return refused('control-busy');
    const ended = await moveCommand(ctx, trx, {
      customerId: caller.customerId,
      commandId,
      from: [isUnknown ? 'unknown' : 'queued'],
      to: 'cancelled',
      reason: isUnknown ? 'overridden' : 'cancelled-by-user',
    });
    if (ended === undefined) return refused('command-ended');
    await writeLog(trx, caller, {
      at: now,
      module: LOG_MODULES.remoteControl,
      command: isUnknown ? 'override' : 'cancel',
      device: {
        deviceId: command.device_id,
        deviceCode: command.device_code,
        groupId: command.group_path.at(-1)!,
      },
      detail: { of: commandId, order: command.switch_order },
    });
    return done(ended);
  });
  if (!moved.ok) return moved;
  publishAll(ctx.bus, [commandChanged(moved.value)]);
  return findCommand(ctx, caller, commandId);
}
