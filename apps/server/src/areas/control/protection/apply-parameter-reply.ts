/**
 * Applies a device's reply to a read or write of parameters, inside the transaction of the ingest.
 * A positive reply to a write does not prove the stored values, so it is followed by a read; the
 * reply to a read is accepted completely or not at all.
 */
import type { ProtectionDefinition, ProtectionName } from '@busbar/domain/protection/definition';
import { protectionOf } from '@busbar/domain/protection/protections/protections';
import { readRecord, writeRecord } from '@busbar/domain/protection/values';
import { verifyValues } from '@busbar/domain/protection/verify';
import { type BusMessage, deviceRefOf } from '../../../bus.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { commandChanged } from '../commands/command-events.ts';
import type { CommandRow } from '../commands/command-queries.ts';
import type { Move } from '../commands/command-transition-queries.ts';
import type { ReplyReport } from '../commands/device-reply.ts';
import { moveCommand } from '../commands/move-command.ts';
import type { ParameterArgs } from '../commands/parameter-args.ts';
import {
  parametersOfSet,
  recordReported,
  recordWritten,
  type SetKey,
} from './parameter-queries.ts';
import { failReadBack, requestReadBack } from './read-back.ts';
import { refusalOfProblems } from './refusal-of-problems.ts';
import { resolveWrites } from './resolve-writes.ts';

/** Applies a positive reply to the command. Returns the events to publish after the commit. */
export async function applyParameterYes(
  ctx: Context,
  trx: Executor,
  command: CommandRow,
  args: ParameterArgs,
  reply: ReplyReport,
): Promise<BusMessage[]> {
  return command.kind === 'write'
    ? applyWritten(ctx, trx, command, args)
    : applyRead(ctx, trx, command, args, reply);
}

/** Applies a negative reply, whatever its reason: a refused read-back proves nothing. */
export async function applyParameterNo(
  ctx: Context,
  trx: Executor,
  command: CommandRow,
): Promise<BusMessage[]> {
  const { of } = command.args as { readonly of?: string };
  if (command.kind !== 'read' || of === undefined) return [];
  return failReadBack(ctx, trx, command.customer_id, of);
}

const keyOf = (command: CommandRow, set: ProtectionName): SetKey => ({
  customerId: command.customer_id,
  deviceId: command.device_id,
  set,
});

async function applyWritten(
  ctx: Context,
  trx: Executor,
  command: CommandRow,
  args: ParameterArgs,
): Promise<BusMessage[]> {
  const moved = await move(ctx, trx, command, { from: ['sent'], to: 'acknowledged' });
  // A late positive reply resolves nothing by itself, but justifies a read-back.
  if (moved === undefined && command.state !== 'unknown') return [];
  const readBack = await requestReadBack(ctx, trx, command, args.what);
  if (readBack === undefined) return moved === undefined ? [] : [commandChanged(moved)];
  await recordWritten(trx, keyOf(command, args.what), {
    record: args.data ?? {},
    commandId: command.command_id,
    at: readBack.requestedAt,
  });
  return [...(moved === undefined ? [] : [commandChanged(moved)]), ...readBack.messages];
}

async function applyRead(
  ctx: Context,
  trx: Executor,
  command: CommandRow,
  args: ParameterArgs,
  { content, receivedAt }: ReplyReport,
): Promise<BusMessage[]> {
  const definition = protectionOf(args.what);
  const { values, problems } = readRecord(definition, content.parameters);
  if (problems.length > 0) {
    const { detail } = refusalOfProblems(problems);
    const moved = await move(ctx, trx, command, {
      from: ['sent', 'acknowledged', 'unknown'],
      to: 'rejected',
      reason: 'unreadable-answer',
      detail,
    });
    if (moved === undefined) return [];
    const messages = [commandChanged(moved)];
    if (args.of === undefined) return messages;
    return [...messages, ...(await failReadBack(ctx, trx, command.customer_id, args.of))];
  }
  const moved = await move(ctx, trx, command, {
    from: ['sent', 'acknowledged', 'unknown'],
    to: 'confirmed',
  });
  if (moved === undefined) return [];
  const messages: BusMessage[] = [commandChanged(moved)];
  const record = writeRecord(definition, values);
  const verified = await verifiedSince(trx, definition, command, values);
  const reported = {
    record,
    verified,
    commandId: command.command_id,
    requestedAt: command.created_at,
    at: receivedAt,
  };
  if (await recordReported(trx, keyOf(command, args.what), reported)) {
    messages.push({
      name: 'parameters.read',
      event: {
        ...deviceRefOf(command),
        set: args.what,
        values: record,
        verified,
        commandId: command.command_id,
        at: receivedAt,
      },
    });
  }
  messages.push(...(await resolveWrites(ctx, trx, command, args, values)));
  return messages;
}

/** Compares the values with the last acknowledged write, if the read was requested after it. */
async function verifiedSince(
  trx: Executor,
  definition: ProtectionDefinition,
  command: CommandRow,
  values: ReturnType<typeof readRecord>['values'],
) {
  const row = await parametersOfSet(trx, keyOf(command, definition.name));
  if (row?.written == null || row.written_at === null) return null;
  if (command.created_at < row.written_at) return null;
  return verifyValues(definition, readRecord(definition, row.written).values, values);
}

function move(
  ctx: Context,
  trx: Executor,
  command: CommandRow,
  change: Pick<Move, 'from' | 'to' | 'reason' | 'detail'>,
) {
  const { customer_id, command_id } = command;
  return moveCommand(ctx, trx, { customerId: customer_id, commandId: command_id, ...change });
}
