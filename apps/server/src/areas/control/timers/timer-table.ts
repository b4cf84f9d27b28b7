/**
 * Sends the timer table to the devices that store it themselves: always the whole table, one
 * message at a time, until the device has reported what it stores. The row is authoritative; the
 * first process to claim it sends, and a reply counts for the version it answers.
 */

import { LOG_MODULES } from '@busbar/domain/audit/log-terms';
import { type HeldTimer, isSameTimer } from '@busbar/domain/timer/timer-holder';
import type { Actor } from '../../../caller.ts';
import { uuidV7 } from '../../../clock.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';
import type { TableKey } from '../../shared/table-writers/timer-table-change-queries.ts';
import { announce } from '../commands/announce.ts';
import { insertCommand, type NewCommand } from '../commands/command-queries.ts';
import { findTarget } from '../commands/control-target-queries.ts';
import type { ReplyContent } from '../commands/device-reply.ts';
import { requestHash } from '../commands/idempotency.ts';
import {
  lockWaitingTable,
  tableAnswered,
  tableTried,
  timersToHold,
  waitingTables,
} from './timer-table-queries.ts';

const SOURCE = 'timer table';

interface TableArgs {
  readonly timers: readonly HeldTimer[];
  readonly version: number;
}

/** Sends every pending table of a connected device. */
export async function sendWaitingTables(ctx: Context): Promise<void> {
  for (const key of await waitingTables(ctx)) await sendTable(ctx, key);
}

/** Sends one table. Does nothing if the device is offline: the table stays pending. */
export async function sendTable(ctx: Context, key: TableKey): Promise<void> {
  const publish = await ctx.database.transaction((trx) => give(ctx, trx, key));
  publish?.();
}

/** The platform as actor, in the group of a device. */
export function platformActor(customerId: number, groupId: number): Actor {
  return { customerId, groupId, userId: null, userName: '', tokenHash: null, address: '' };
}

async function give(ctx: Context, trx: Executor, key: TableKey): Promise<(() => void) | undefined> {
  const table = await lockWaitingTable(ctx, trx, key);
  if (table === undefined) return undefined;
  const actor = platformActor(key.customerId, table.groupId);
  const target = await findTarget(ctx, trx, actor, key.linkId);
  if (target === undefined) return undefined;
  if (target.kind === 'dtu' || target.protocol !== 'busbar') {
    // A DTU passes frames on and stores no timers: the platform runs those of its meters. It also
    // runs those of devices of other manufacturers, whose timers have another form.
    const refused = { state: 'refused', reason: 'order-not-supported', held: undefined } as const;
    await tableAnswered(ctx, trx, key, { version: table.version, ...refused });
    return undefined;
  }
  if (target.presence === 'offline') return undefined;
  const args: TableArgs = { timers: await timersToHold(trx, key), version: table.version };
  const command: NewCommand = {
    commandId: uuidV7(ctx.clock, ctx.random),
    deviceId: target.deviceId,
    linkDeviceCode: target.linkDeviceCode,
    kind: 'timers',
    switchCommand: null,
    args: { ...args },
    source: SOURCE,
    idempotencyKey: undefined,
    requestHash: requestHash(target.deviceId, { command: SOURCE }),
    beforeAction: undefined,
    createdAt: target.readAt,
    expiresAt: target.readAt + ctx.config.commandTtlS * 1000,
  };
  await insertCommand(trx, actor, command);
  await tableTried(ctx, trx, key);
  await writeLog(trx, actor, {
    at: target.readAt,
    module: LOG_MODULES.timers,
    command: 'timer table',
    status: 'queued',
    device: target,
    commandId: command.commandId,
    detail: { timers: args.timers.length, version: args.version },
  });
  return () => announce(ctx, actor, [{ command, target }]);
}

/** The timer table that a device reports as active, compared with the one it was sent. */
export interface ReportedTable {
  /** Timers of the reported table; undefined if it is unreadable. */
  readonly held: readonly HeldTimer[] | undefined;
  /** Reason why the table counts as different; undefined if it is the one that was sent. */
  readonly differs: string | undefined;
}

/**
 * Reads the table from a reply. A positive reply without a table is taken to mean that the device
 * stores the one it was sent.
 */
export function readReportedTable(args: unknown, content: ReplyContent): ReportedTable {
  const { timers } = args as TableArgs;
  const held = content.timers();
  if (held === undefined) return { held: timers, differs: undefined };
  if ('reason' in held) {
    return { held: undefined, differs: 'the table the device answered is unreadable' };
  }
  const same =
    held.length === timers.length &&
    timers.every((timer) => held.some((other) => isSameTimer(timer, other)));
  return {
    held,
    differs: same ? undefined : `the device holds another table, of ${held.length} timers`,
  };
}
