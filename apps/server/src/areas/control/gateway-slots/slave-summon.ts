/** State of the slaves of a gateway: requested from the gateway and stored as reported. */

import type { Outcome } from '@busbar/domain/refusal';
import { type BusMessage, deviceRefOf } from '../../../bus.ts';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { commandChanged } from '../commands/command-events.ts';
import type { CommandRow } from '../commands/command-queries.ts';
import type { ReplyReport } from '../commands/device-reply.ts';
import { moveCommand } from '../commands/move-command.ts';
import { failReadBack } from '../protection/read-back.ts';
import { recordSlaveTable } from '../slaves/slave-queries.ts';
import { queryDevice } from '../summon/query-device.ts';
import { resolveSlots } from './resolve-slots.ts';

const QUESTION = { what: 'slaveControl' } as const;

export function summonSlaves(
  ctx: Context,
  caller: Caller,
  { gateway, source }: { readonly gateway: string | number; readonly source: string },
): Promise<Outcome<{ readonly commandId: string }>> {
  return queryDevice(ctx, caller, {
    device: gateway,
    kind: 'read',
    args: QUESTION,
    what: 'slaves',
    only: 'gateway',
    source,
  });
}

export function isSlaveQuery({ kind, args }: Pick<CommandRow, 'kind' | 'args'>): boolean {
  return kind === 'read' && (args as { readonly what?: unknown }).what === QUESTION.what;
}

/**
 * Applies the gateway's reply inside the transaction that stores it. An unreadable table ends the
 * request without a result; a second reply to the same request changes nothing.
 */
export async function applySlaveTable(
  ctx: Context,
  trx: Executor,
  command: CommandRow,
  { content, receivedAt }: ReplyReport,
): Promise<BusMessage[]> {
  const table = content.slaveTable();
  const ended = { customerId: command.customer_id, commandId: command.command_id };
  const from = ['sent', 'acknowledged', 'unknown'] as const;
  if ('reason' in table) {
    const moved = await moveCommand(ctx, trx, {
      ...ended,
      from,
      to: 'rejected',
      reason: 'unreadable-answer',
      detail: table.detail,
    });
    if (moved === undefined) return [];
    const { of } = command.args as { readonly of?: string };
    const failed = of === undefined ? [] : await failReadBack(ctx, trx, command.customer_id, of);
    return [commandChanged(moved), ...failed];
  }
  const moved = await moveCommand(ctx, trx, { ...ended, from, to: 'confirmed' });
  if (moved === undefined) return [];
  await recordSlaveTable(trx, command, table, receivedAt);
  return [
    commandChanged(moved),
    ...(await resolveSlots(ctx, trx, command, table)),
    {
      name: 'slaves.reported',
      event: {
        ...deviceRefOf(command),
        slaves: table,
      },
    },
  ];
}
