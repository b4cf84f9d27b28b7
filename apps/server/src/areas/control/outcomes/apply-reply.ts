/** Applies replies of devices, by kind of command, in the transaction of the ingest. */
import type { BusMessage } from '../../../bus.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import type { CommandKind } from '../../../storage/schema/schema.ts';
import { isCommandId } from '../../shared/uuid-text.ts';
import { commandChanged } from '../commands/command-events.ts';
import { type CommandRow, commandsOfMessage } from '../commands/command-queries.ts';
import type { ReplyReport } from '../commands/device-reply.ts';
import { moveCommands } from '../commands/move-command.ts';
import { parameterArgs, writtenSet } from '../commands/parameter-args.ts';
import { replyOutcome } from '../commands/reply-outcome.ts';
import { applyFrameReply } from '../console/apply-frame-reply.ts';
import { applySlotsWritten } from '../gateway-slots/resolve-slots.ts';
import { applySlaveTable, isSlaveQuery } from '../gateway-slots/slave-summon.ts';
import { applyParameterNo, applyParameterYes } from '../protection/apply-parameter-reply.ts';
import { applyTimerReply } from '../timers/apply-timer-reply.ts';

type ReplyHandler = (
  ctx: Context,
  trx: Executor,
  command: CommandRow,
  report: ReplyReport,
) => Promise<BusMessage[]>;

const REPLY_HANDLERS: Readonly<Record<CommandKind, ReplyHandler>> = {
  switch: applyOutcome,
  slaves: applyOutcome,
  summon: applyOutcome,
  read: applyReadReply,
  write: applyWriteReply,
  timers: applyTimerReply,
  frame: (ctx, trx, command, report) =>
    report.result === 'done'
      ? applyFrameReply(ctx, trx, command, report)
      : applyOutcome(ctx, trx, command, report),
};

/**
 * Returns the events to publish after the commit. A reply to a command of another device, to an
 * unknown command or to one that has ended changes nothing, however often it arrives.
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
  return REPLY_HANDLERS[command.kind](ctx, trx, command, report);
}

async function applyReadReply(
  ctx: Context,
  trx: Executor,
  command: CommandRow,
  report: ReplyReport,
): Promise<BusMessage[]> {
  if (report.result !== 'done') return applyOutcome(ctx, trx, command, report);
  if (isSlaveQuery(command)) {
    return applySlaveTable(ctx, trx, command, report);
  }
  return applyDoneWithParameters(ctx, trx, command, report);
}

async function applyWriteReply(
  ctx: Context,
  trx: Executor,
  command: CommandRow,
  report: ReplyReport,
): Promise<BusMessage[]> {
  if (report.result !== 'done') return applyOutcome(ctx, trx, command, report);
  if (writtenSet(command) === 'slaveControl') {
    return applySlotsWritten(ctx, trx, command);
  }
  return applyDoneWithParameters(ctx, trx, command, report);
}

function applyDoneWithParameters(
  ctx: Context,
  trx: Executor,
  command: CommandRow,
  report: ReplyReport,
): Promise<BusMessage[]> {
  const parameters = parameterArgs(command);
  return parameters === undefined
    ? applyOutcome(ctx, trx, command, report)
    : applyParameterYes(ctx, trx, command, parameters, report);
}

/** Changes the state of a command by the result of the reply alone. */
async function applyOutcome(
  ctx: Context,
  trx: Executor,
  command: CommandRow,
  report: ReplyReport,
): Promise<BusMessage[]> {
  const { customerId, commandId } = report;
  const outcome = replyOutcome(command.kind, report.result);
  if (outcome === undefined) {
    ctx.log.warn({ commandId, message: report.message }, 'a device replied with an unknown code');
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
    ...moved.map(commandChanged),
    ...(moved.length === 0 ? [] : await applyParameterNo(ctx, trx, command)),
  ];
}
