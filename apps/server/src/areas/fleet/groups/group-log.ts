import { LOG_MODULES } from '@busbar/domain/audit/log-terms';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';

/** Names of the actions on groups in the operation log; the screen translates them. */
export type GroupAction =
  | 'add group'
  | 'rename group'
  | 'delete group'
  | 'change group defaults'
  | 'move group'
  | 'move devices'
  | 'move users';

/** Must run in the transaction of the change. */
export function logGroups(
  ctx: Context,
  trx: Executor,
  caller: Caller,
  command: GroupAction,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  return writeLog(trx, caller, {
    at: ctx.clock.now(),
    module: LOG_MODULES.groups,
    command,
    detail,
  });
}
