/**
 * The second half of a write: a read of its own, and what its answer says of the write. A write is
 * confirmed when every field stands as written, rejected when one does not; while nothing was read
 * it is not known what the device holds.
 */
import type { ProtectionName, Values } from '@busbar/domain/protection/definition';
import { protectionOf } from '@busbar/domain/protection/protections';
import { readRecord } from '@busbar/domain/protection/values';
import { differentFields, verifyValues } from '@busbar/domain/protection/verify';
import { sql } from 'kysely';
import type { BusMessage } from '../../bus.ts';
import { uuidV7 } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { instant } from '../../storage/column-types.ts';
import type { Executor } from '../../storage/database.ts';
import { commandChanged } from '../control/command-events.ts';
import {
  type CommandRow,
  commandOfCustomer,
  insertCommand,
  type NewCommand,
} from '../control/command-repository.ts';
import { readDatabaseTime } from '../control/command-time.ts';
import { requestHash } from '../control/idempotency.ts';
import { moveCommand } from '../control/move-command.ts';
import type { ParameterArgs } from './parameter-args.ts';
import { parametersOfSet } from './parameter-repository.ts';

/** Names the platform's own reads among the commands of a device. */
const READ_BACK_SOURCE = 'read-back';

interface AskedBack {
  readonly messages: BusMessage[];
  /** The database's time, in ms. */
  readonly askedAt: number;
}

/**
 * Undefined when it was asked already: a repeated reply asks nothing more. It stands by itself and
 * not by the session of the write: whoever signs out has still written.
 */
export async function askToReadBack(
  ctx: Context,
  trx: Executor,
  write: CommandRow,
  set: ProtectionName,
): Promise<AskedBack | undefined> {
  const { customer_id: customerId, command_id: of } = write;
  if (await isReadBackUnderWay(trx, write)) return undefined;
  const now = await readDatabaseTime(ctx, trx);
  const read: NewCommand = {
    commandId: uuidV7(ctx.clock, ctx.random),
    deviceId: write.device_id,
    linkDeviceCode: write.link_device_code,
    kind: 'read',
    order: null,
    args: { what: set, of },
    source: READ_BACK_SOURCE,
    idempotencyKey: undefined,
    requestHash: requestHash(write.device_id, { order: `read ${set}` }),
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
    askedAt: now,
    messages: [
      ...(row === undefined ? [] : [commandChanged(row, now)]),
      { name: 'command.waiting', event: { customerId, commandId, linkDeviceCode } },
    ],
  };
}

async function isReadBackUnderWay(trx: Executor, write: CommandRow): Promise<boolean> {
  const row = await trx
    .selectFrom('command')
    .select('command_id')
    .where('customer_id', '=', write.customer_id)
    .where('device_id', '=', write.device_id)
    .where('kind', '=', 'read')
    .where('state', 'in', ['queued', 'sent', 'confirmed'])
    .where(sql<boolean>`args ->> 'of' = ${write.command_id}`)
    .executeTakeFirst();
  return row !== undefined;
}

/** The device does not tell what it holds: whoever waits for the write shall not wait longer. */
export async function failReadBack(
  ctx: Context,
  trx: Executor,
  customerId: number,
  writeId: string,
  receivedAt: number,
): Promise<BusMessage[]> {
  const moved = await moveCommand(ctx, trx, {
    customerId,
    commandId: writeId,
    from: ['acknowledged'],
    to: 'unknown',
    reason: 'not-read-back',
  });
  return moved === undefined ? [] : [commandChanged(moved, receivedAt)];
}

/**
 * What was read says of the write it was asked for, and of earlier writes of the set whose outcome
 * is not known: those were refused by the device or done before this read was asked for. Of one
 * that another write has overtaken it says nothing, but that one stands in nobody's way any more.
 */
export async function settleWrites(
  ctx: Context,
  trx: Executor,
  read: CommandRow,
  args: ParameterArgs,
  found: Values,
  receivedAt: number,
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
    if (moved !== undefined) messages.push(commandChanged(moved, receivedAt));
  }
  return messages;
}

async function openWritesBefore(
  trx: Executor,
  read: CommandRow,
  { what, of }: ParameterArgs,
): Promise<CommandRow[]> {
  const rows = await trx
    .selectFrom('command')
    .select('command_id')
    .where('customer_id', '=', read.customer_id)
    .where('device_id', '=', read.device_id)
    .where('kind', '=', 'write')
    .where('state', 'in', ['acknowledged', 'unknown'])
    .where(sql<boolean>`args ->> 'what' = ${what}`)
    .where((eb) =>
      eb.or([
        eb('command_id', '=', of ?? read.command_id),
        eb.and([eb('state', '=', 'unknown'), eb('expires_at', '<', instant(read.created_at))]),
      ]),
    )
    .orderBy('created_at')
    .execute();
  const writes = await Promise.all(
    rows.map(({ command_id }) => commandOfCustomer(trx, read.customer_id, command_id)),
  );
  return writes.filter((write) => write !== undefined);
}
