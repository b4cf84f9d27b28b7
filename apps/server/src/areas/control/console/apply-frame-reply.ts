/**
 * Applies the response from the device's serial line, inside the transaction of the ingest. It is
 * stored even if it arrives after the request timed out: the effect on the meter is independent of
 * the client.
 */
import type { BusMessage } from '../../../bus.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { commandChanged } from '../commands/command-events.ts';
import type { CommandRow } from '../commands/command-queries.ts';
import type { ReplyReport } from '../commands/device-reply.ts';
import { moveCommand } from '../commands/move-command.ts';
import { recordFrameReply } from './frame-queries.ts';

/** Applies a positive reply of the device. Returns the events to publish after the commit. */
export async function applyFrameReply(
  ctx: Context,
  trx: Executor,
  { customer_id: customerId, command_id: commandId }: CommandRow,
  { content, receivedAt }: ReplyReport,
): Promise<BusMessage[]> {
  const hex = content.frame();
  const moved = await moveCommand(ctx, trx, {
    customerId,
    commandId,
    from: ['sent', 'acknowledged', 'unknown'],
    ...(hex === undefined ? { to: 'rejected', reason: 'unreadable-answer' } : { to: 'confirmed' }),
  });
  if (moved === undefined) return [];
  if (hex !== undefined) await recordFrameReply(trx, customerId, commandId, hex, receivedAt);
  return [commandChanged(moved)];
}
