/** Applies a device's reply to its timer table, inside the transaction that stores the reply. */
import type { BusMessage } from '../../../bus.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { commandChanged } from '../commands/command-events.ts';
import type { CommandRow } from '../commands/command-queries.ts';
import type { ReplyReport } from '../commands/device-reply.ts';
import { moveCommand } from '../commands/move-command.ts';
import { type ReplyOutcome, replyOutcome } from '../commands/reply-outcome.ts';
import { readReportedTable } from './timer-table.ts';
import { tableAnswered } from './timer-table-queries.ts';

/**
 * A positive reply is accepted if the table it contains is the one that was sent; a negative reply
 * is shown with its reason. A late or repeated reply to a command that has ended changes nothing.
 */
export async function applyTimerReply(
  ctx: Context,
  trx: Executor,
  command: CommandRow,
  report: ReplyReport,
): Promise<BusMessage[]> {
  const outcome = replyOutcome('timers', report.result);
  if (outcome === undefined) return [];
  const isYes = outcome.to === 'confirmed';
  const { held, differs } = isYes
    ? readReportedTable(command.args, report.content)
    : { held: undefined, differs: undefined };
  const end: ReplyOutcome =
    differs === undefined ? outcome : { ...outcome, to: 'rejected', reason: 'holds-other-table' };
  const moved = await moveCommand(ctx, trx, {
    customerId: command.customer_id,
    commandId: command.command_id,
    from: end.from,
    to: end.to,
    ...(end.reason === undefined ? {} : { reason: end.reason }),
    detail: differs ?? report.message,
  });
  if (moved === undefined) return [];
  if (end.to !== 'expired') {
    const key = { customerId: command.customer_id, linkId: command.device_id };
    await tableAnswered(ctx, trx, key, {
      version: (command.args as { readonly version: number }).version,
      state: !isYes ? 'refused' : differs === undefined ? 'same' : 'different',
      reason: end.reason ?? null,
      held,
    });
  }
  return [commandChanged(moved)];
}
