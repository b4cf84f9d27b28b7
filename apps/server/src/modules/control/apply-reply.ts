/** A device's reply, applied inside the transaction of the ingest that stores it. */
import type { JsonObject } from '@busbar/device-protocol/payload';
import { REPLY_CODES } from '@busbar/device-protocol/reply-codes';
import type { BusMessage } from '../../bus.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../storage/database.ts';
import { applyFrameReply } from '../console/apply-frame-reply.ts';
import { applySlotsWritten } from '../gateway-slots/settle-slots.ts';
import { applyParameterNo, applyParameterYes } from '../protection/apply-parameter-reply.ts';
import { parameterArgs, writtenSet } from '../protection/parameter-args.ts';
import { applyTimerReply } from '../timers/apply-timer-reply.ts';
import { commandChanged } from './command-events.ts';
import { isCommandId } from './command-id.ts';
import { commandsOfMessage } from './command-repository.ts';
import { moveCommands } from './move-command.ts';
import { replyOutcome } from './reply-outcome.ts';
import { applySlaveTable, isSlaveQuestion } from './slave-summon.ts';

export interface ReplyReport {
  readonly customerId: number;
  /** Code of the device whose connection brought it: for a slave's command the gateway's. */
  readonly linkDeviceCode: string;
  readonly commandId: string;
  readonly code: number;
  readonly message?: string | undefined;
  readonly data?: JsonObject | undefined;
  /** When it arrived, in ms. */
  readonly receivedAt: number;
}

/**
 * Answers what to publish after the commit. A reply to a command that is not this device's, that
 * does not exist or has ended changes nothing, however often it comes.
 */
export async function applyReply(
  ctx: Context,
  trx: Executor,
  report: ReplyReport,
): Promise<BusMessage[]> {
  const { customerId, commandId } = report;
  if (!isCommandId(commandId)) return [];
  const [command] = await commandsOfMessage(trx, customerId, commandId);
  if (command === undefined || command.link_device_code !== report.linkDeviceCode) return [];
  if (report.code === REPLY_CODES.done && isSlaveQuestion(command)) {
    return applySlaveTable(ctx, trx, command, report.data, report.receivedAt);
  }
  if (report.code === REPLY_CODES.done && writtenSet(command) === 'slaveControl') {
    return applySlotsWritten(ctx, trx, command, report.receivedAt);
  }
  const parameters = parameterArgs(command);
  if (parameters !== undefined && report.code === REPLY_CODES.done) {
    return applyParameterYes(ctx, trx, command, parameters, report);
  }
  if (command.kind === 'frame' && report.code === REPLY_CODES.done) {
    return applyFrameReply(ctx, trx, command, report);
  }
  if (command.kind === 'timers') return applyTimerReply(ctx, trx, command, report);
  const outcome = replyOutcome(command.kind, report.code);
  if (outcome === undefined) {
    ctx.log.warn({ commandId, code: report.code }, 'a device replied with a code of no meaning');
    return [];
  }
  const moved = await moveCommands(ctx, trx, {
    customerId,
    commandId,
    from: outcome.from,
    to: outcome.to,
    ...(outcome.reason === undefined ? {} : { reason: outcome.reason }),
    detail: report.message,
  });
  return [
    ...moved.map((row) => commandChanged(row, report.receivedAt)),
    ...(moved.length === 0 ? [] : await applyParameterNo(ctx, trx, command, report)),
  ];
}
