/** The entry of a frame in the operation log. */
import { withoutPasswords } from '@busbar/device-protocol/frame/names/frame-passwords';
import { type EntryStatus, LOG_MODULES } from '@busbar/domain/audit/log-terms';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { readDatabaseTime } from '../../shared/database-time-queries.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';
import type { ControlTarget } from '../commands/control-target-queries.ts';
import type { FrameRequest } from './frame-request.ts';

/** Logs the attempt; a contact-switching frame is logged as a switch command, under its effect. */
export async function logFrame(
  ctx: Context,
  trx: Executor,
  caller: Caller,
  { source, effect, bytes, stepUp }: FrameRequest,
  status: EntryStatus,
  target: ControlTarget | undefined,
  commandId: string | null,
): Promise<void> {
  const moves = effect === 'open' || effect === 'close';
  await writeLog(trx, caller, {
    at: target?.readAt ?? (await readDatabaseTime(ctx, trx)),
    module: moves ? LOG_MODULES.remoteControl : LOG_MODULES.console,
    command: moves ? effect : effect === 'read' ? 'frame read' : 'frame write',
    status,
    device: target,
    commandId,
    detail: {
      source,
      ...(target === undefined ? {} : { presence: target.presence }),
      ...(target?.action === undefined ? {} : { before: target.action }),
      ...(target === undefined || bytes === undefined ? {} : { frame: withoutPasswords(bytes) }),
      ...(stepUp.ok && stepUp.value ? { password: 'given' } : {}),
    },
  });
}
