/** A gateway's replies to a slot change, applied inside the transaction that stores the reply. */
import { type SlavePlace, type SlaveStatus, unexpectedSlots } from '@busbar/domain/slot/slot-table';
import type { BusMessage } from '../../../bus.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { commandChanged } from '../commands/command-events.ts';
import type { CommandRow } from '../commands/command-queries.ts';
import { moveCommand } from '../commands/move-command.ts';
import { openWritesBefore } from '../protection/parameter-command-queries.ts';
import { requestReadBack } from '../protection/read-back.ts';

/** Applies a positive reply; a separate command then requests the current table. */
export async function applySlotsWritten(
  ctx: Context,
  trx: Executor,
  command: CommandRow,
): Promise<BusMessage[]> {
  const moved = await moveCommand(ctx, trx, {
    customerId: command.customer_id,
    commandId: command.command_id,
    from: ['sent'],
    to: 'acknowledged',
  });
  if (moved === undefined && command.state !== 'unknown') return [];
  const readBack = await requestReadBack(ctx, trx, command, 'slaveControl');
  return [...(moved === undefined ? [] : [commandChanged(moved)]), ...(readBack?.messages ?? [])];
}

/** Resolves the change that the table was read for, and earlier changes without a result. */
export async function resolveSlots(
  ctx: Context,
  trx: Executor,
  read: CommandRow,
  table: readonly SlaveStatus[],
): Promise<BusMessage[]> {
  const { of } = read.args as { readonly of?: string };
  const question = { what: 'slaveControl' as const, ...(of === undefined ? {} : { of }) };
  const messages: BusMessage[] = [];
  for (const write of await openWritesBefore(trx, read, question)) {
    const { changes = [] } = write.args as { readonly changes?: readonly SlavePlace[] };
    const missing = unexpectedSlots(table, changes);
    const isLate = write.state === 'unknown';
    const moved = await moveCommand(ctx, trx, {
      customerId: read.customer_id,
      commandId: write.command_id,
      from: ['acknowledged', 'unknown'],
      ...(missing.length === 0
        ? { to: 'confirmed', ...(isLate ? { reason: 'confirmed-late' } : {}) }
        : {
            to: 'rejected',
            reason: 'read-back-different',
            detail: missing.map(({ slot }) => `s${slot}`).join(', '),
          }),
    });
    if (moved !== undefined) messages.push(commandChanged(moved));
  }
  return messages;
}
