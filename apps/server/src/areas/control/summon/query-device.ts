/**
 * A request to a device for its readings or one of its tables. Nothing is switched, so it may run
 * during an operation; concurrent requests share one command. Like any other command, it expires,
 * is never sent late, and is logged in the same transaction.
 */
import { isDeepStrictEqual } from 'node:util';
import { type EntryStatus, LOG_MODULES, type LogCommand } from '@busbar/domain/audit/log-terms';
import type { DeviceKind } from '@busbar/domain/device/device-type';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import { uuidV7 } from '../../../clock.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { findDevice } from '../../fleet/devices/device-lookup-queries.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';
import { announce } from '../commands/announce.ts';
import { insertCommand, type NewCommand } from '../commands/command-queries.ts';
import {
  type ControlTarget,
  findTarget,
  lockForCommand,
} from '../commands/control-target-queries.ts';
import { requestHash } from '../commands/idempotency.ts';
import { openQueries } from '../commands/open-command-queries.ts';

export interface Question {
  /** Id or code of the device. */
  readonly device: string | number;
  readonly kind: 'summon' | 'read';
  /** Arguments for the device. */
  readonly args: Readonly<Record<string, string>>;
  /** Name of the request in the operation log. */
  readonly what: LogCommand;
  /** The only device kind that supports the request; undefined if all do. */
  readonly only?: DeviceKind;
  readonly source: string;
}

interface QueryOutcome {
  readonly outcome: Outcome<{ readonly commandId: string }>;
  readonly publish?: () => void;
}

export async function queryDevice(
  ctx: Context,
  caller: Caller,
  question: Question,
): Promise<Outcome<{ readonly commandId: string }>> {
  const { outcome, publish } = await ctx.database.transaction((trx) =>
    requestRead(ctx, trx, caller, question),
  );
  publish?.();
  return outcome;
}

async function requestRead(
  ctx: Context,
  trx: Executor,
  caller: Caller,
  question: Question,
): Promise<QueryOutcome> {
  const { deviceId } = (await findDevice(trx, caller, question.device)) ?? {};
  if (deviceId === undefined) return { outcome: refused('not-found') };
  await lockForCommand(trx, caller.customerId, caller.userId, [deviceId]);
  const target = await findTarget(ctx, trx, caller, deviceId);
  if (target === undefined) return { outcome: refused('not-found') };
  const open = await openQueries(ctx, trx, target, question.kind);
  const same = open.find(({ args }) => isDeepStrictEqual(args, question.args));
  if (same !== undefined) return { outcome: done({ commandId: same.command_id }) };
  const now = target.readAt;
  const log = (status: EntryStatus, commandId: string | null) =>
    writeLog(trx, caller, {
      at: now,
      module: LOG_MODULES.readNow,
      command: question.what,
      status,
      device: target,
      commandId,
      detail: { source: question.source },
    });
  const refusal = refusalOf(question, target);
  if (refusal !== undefined) {
    await log(`refused:${refusal}`, null);
    return { outcome: refused(refusal) };
  }
  const commandId = uuidV7(ctx.clock, ctx.random);
  const command: NewCommand = {
    commandId,
    deviceId,
    linkDeviceCode: target.linkDeviceCode,
    kind: question.kind,
    switchCommand: null,
    args: question.args,
    source: question.source,
    idempotencyKey: undefined,
    requestHash: requestHash(deviceId, { command: question.what }),
    beforeAction: undefined,
    createdAt: now,
    expiresAt: now + ctx.config.commandTtlS * 1000,
  };
  await insertCommand(trx, caller, command);
  await log('queued', commandId);
  return {
    outcome: done({ commandId }),
    publish: () => announce(ctx, caller, [{ command, target }]),
  };
}

function refusalOf({ only }: Question, { kind, protocol, presence }: ControlTarget) {
  if (only !== undefined && kind !== only) return 'order-not-supported';
  // The protocols of other manufacturers have no such request.
  if (protocol !== 'busbar') return 'order-not-supported';
  return presence === 'offline' ? 'device-offline' : undefined;
}
