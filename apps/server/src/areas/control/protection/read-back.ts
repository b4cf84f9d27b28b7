/**
 * The second half of a write: a separate read. Its reply is evaluated in `resolve-writes.ts`;
 * without a reply the values in the device are unknown.
 */
import type { ParameterSet } from '@busbar/domain/protection/parameter-set';
import type { BusMessage } from '../../../bus.ts';
import { uuidV7 } from '../../../clock.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { readDatabaseTime } from '../../shared/database-time-queries.ts';
import { commandChanged } from '../commands/command-events.ts';
import {
  type CommandRow,
  commandOfCustomer,
  insertCommand,
  type NewCommand,
} from '../commands/command-queries.ts';
import { requestHash } from '../commands/idempotency.ts';
import { moveCommand } from '../commands/move-command.ts';
import { isReadBackUnderWay } from './parameter-command-queries.ts';

/** Source of the platform's own reads among a device's commands. */
const READ_BACK_SOURCE = 'read-back';

interface ReadBackRequest {
  readonly messages: BusMessage[];
  /** Database time of the request, ms. */
  readonly requestedAt: number;
}

/**
 * Requests the read of a write; returns undefined if it was already requested, so a repeated reply
 * requests nothing. The read does not depend on the session of the write, because a write remains
 * valid after its user signs out.
 */
export async function requestReadBack(
  ctx: Context,
  trx: Executor,
  write: CommandRow,
  set: ParameterSet,
): Promise<ReadBackRequest | undefined> {
  const { customer_id: customerId, command_id: of } = write;
  if (await isReadBackUnderWay(trx, write)) return undefined;
  const now = await readDatabaseTime(ctx, trx);
  const read: NewCommand = {
    commandId: uuidV7(ctx.clock, ctx.random),
    deviceId: write.device_id,
    linkDeviceCode: write.link_device_code,
    kind: 'read',
    switchCommand: null,
    args: { what: set, of },
    source: READ_BACK_SOURCE,
    idempotencyKey: undefined,
    requestHash: requestHash(write.device_id, { command: `read ${set}` }),
    beforeAction: undefined,
    createdAt: now,
    expiresAt: now + ctx.config.commandTtlS * 1000,
  };
  const issuer = {
    customerId,
    groupId: write.group_path.at(-1)!,
    userId: write.issued_by,
    userName: '',
    tokenHash: null,
    address: '',
  };
  await insertCommand(trx, issuer, read);
  const row = await commandOfCustomer(trx, customerId, read.commandId);
  const { commandId, linkDeviceCode } = read;
  return {
    requestedAt: now,
    messages: [
      ...(row === undefined ? [] : [commandChanged(row)]),
      { name: 'command.waiting', event: { customerId, commandId, linkDeviceCode } },
    ],
  };
}

/** Sets the write to unknown if the device reports no values, so that clients stop waiting. */
export async function failReadBack(
  ctx: Context,
  trx: Executor,
  customerId: number,
  writeId: string,
): Promise<BusMessage[]> {
  const moved = await moveCommand(ctx, trx, {
    customerId,
    commandId: writeId,
    from: ['acknowledged'],
    to: 'unknown',
    reason: 'not-read-back',
  });
  return moved === undefined ? [] : [commandChanged(moved)];
}
