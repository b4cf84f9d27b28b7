import { LOG_MODULES, type LogCommand } from '@busbar/domain/audit/log-terms';
import type { Caller } from '../../../caller.ts';
import type { Executor } from '../../../storage/database.ts';
import type { LoggedDevice } from '../../shared/operation-log/log-queries.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';

/** Writes the audit event of a changed project, in the transaction of the change. */
export function logProject(
  trx: Executor,
  caller: Caller,
  at: number,
  command: LogCommand,
  detail: Readonly<Record<string, unknown>>,
  device?: LoggedDevice,
): Promise<void> {
  return writeLog(trx, caller, { at, module: LOG_MODULES.projects, command, device, detail });
}
