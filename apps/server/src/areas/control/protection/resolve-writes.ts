/** Resolves earlier writes by a read: confirmed if each value matches, rejected if one does not. */
import type { Values } from '@busbar/domain/protection/definition';
import { protectionOf } from '@busbar/domain/protection/protections/protections';
import { readRecord } from '@busbar/domain/protection/values';
import { differentFields, verifyValues } from '@busbar/domain/protection/verify';
import type { BusMessage } from '../../../bus.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { commandChanged } from '../commands/command-events.ts';
import type { CommandRow } from '../commands/command-queries.ts';
import { moveCommand } from '../commands/move-command.ts';
import type { ParameterArgs } from '../commands/parameter-args.ts';
import { openWritesBefore } from './parameter-command-queries.ts';
import { parametersOfSet } from './parameter-queries.ts';

/**
 * Resolves the write that the read was requested for, and earlier writes of the set whose outcome
 * is unknown: the device had refused or executed those before this read was requested. A write
 * superseded by another write cannot be verified; it is cancelled, so that it no longer blocks
 * other writes.
 */
export async function resolveWrites(
  ctx: Context,
  trx: Executor,
  read: CommandRow,
  args: ParameterArgs,
  found: Values,
): Promise<BusMessage[]> {
  const messages: BusMessage[] = [];
  const row = await parametersOfSet(trx, {
    customerId: read.customer_id,
    deviceId: read.device_id,
    set: args.what,
  });
  for (const write of await openWritesBefore(trx, read, args)) {
    const isOvertaken =
      write.command_id !== args.of &&
      write.command_id !== row?.write_command_id &&
      write.created_at < (row?.written_at ?? 0);
    const definition = protectionOf(args.what);
    const written = readRecord(definition, (write.args as ParameterArgs).data).values;
    const different = differentFields(verifyValues(definition, written, found));
    const isLate = write.state === 'unknown';
    const moved = await moveCommand(ctx, trx, {
      customerId: read.customer_id,
      commandId: write.command_id,
      from: ['acknowledged', 'unknown'],
      ...(isOvertaken
        ? { to: 'cancelled', reason: 'overtaken' }
        : different.length === 0
          ? { to: 'confirmed', ...(isLate ? { reason: 'confirmed-late' } : {}) }
          : { to: 'rejected', reason: 'read-back-different', detail: different.join(', ') }),
    });
    if (moved !== undefined) messages.push(commandChanged(moved));
  }
  return messages;
}
