/**
 * "Read now": asks a device for its values, which then arrive like any reading. Nothing moves, so
 * it may run beside an operation; asked twice while one is under way it is one and the same.
 */
import type { SummonKind } from '@busbar/device-protocol/down-command';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import { sql } from 'kysely';
import type { Caller } from '../../caller.ts';
import { uuidV7 } from '../../clock.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../storage/database.ts';
import { findDevice } from '../devices/device-lookup.ts';
import { LOG_MODULES } from '../operation-log/log-module.ts';
import { writeLog } from '../operation-log/write-log.ts';
import { announce } from './announce.ts';
import { insertCommand, type NewCommand } from './command-repository.ts';
import { databaseTime } from './command-time.ts';
import { type ControlTarget, findTarget, lockForOrder } from './control-target.ts';
import { requestHash } from './idempotency.ts';

export interface SummonRequest {
  readonly device: string | number;
  readonly dataType: SummonKind;
  readonly source: string;
}

export async function summon(
  ctx: Context,
  caller: Caller,
  request: SummonRequest,
): Promise<Outcome<{ readonly commandId: string }>> {
  const { outcome, tell } = await ctx.database.transaction((trx) => ask(ctx, trx, caller, request));
  tell?.();
  return outcome;
}

interface Asked {
  readonly outcome: Outcome<{ readonly commandId: string }>;
  readonly tell?: () => void;
}

async function ask(
  ctx: Context,
  trx: Executor,
  caller: Caller,
  request: SummonRequest,
): Promise<Asked> {
  const { deviceId } = (await findDevice(trx, caller, request.device)) ?? {};
  if (deviceId === undefined) return { outcome: refused('not-found') };
  await lockForOrder(trx, caller.customerId, caller.userId, [deviceId]);
  const target = await findTarget(ctx, trx, caller, deviceId);
  if (target === undefined) return { outcome: refused('not-found') };
  const underWay = await summonUnderWay(ctx, trx, target, request.dataType);
  if (underWay !== undefined) return { outcome: done({ commandId: underWay }) };
  const now = target.readAt;
  const log = (status: string, commandId: string | null) =>
    writeLog(trx, caller, {
      at: now,
      module: LOG_MODULES.readNow,
      command: request.dataType,
      status,
      device: { id: deviceId, code: target.deviceCode, groupId: target.groupId },
      commandId,
      detail: { source: request.source },
    });
  if (target.presence === 'offline') {
    await log('refused:device-offline', null);
    return { outcome: refused('device-offline') };
  }
  const commandId = uuidV7(ctx.clock, ctx.random);
  const command: NewCommand = {
    commandId,
    deviceId,
    linkDeviceCode: target.linkDeviceCode,
    kind: 'summon',
    order: null,
    args: { dataType: request.dataType },
    source: request.source,
    idempotencyKey: undefined,
    requestHash: requestHash(deviceId, { order: request.dataType }),
    beforeAction: undefined,
    createdAt: now,
    expiresAt: now + ctx.config.commandTtlS * 1000,
  };
  await insertCommand(trx, caller, command);
  await log('queued', commandId);
  return {
    outcome: done({ commandId }),
    tell: () => announce(ctx, caller, command, target),
  };
}

async function summonUnderWay(
  ctx: Context,
  trx: Executor,
  target: ControlTarget,
  dataType: SummonKind,
): Promise<string | undefined> {
  const row = await trx
    .selectFrom('command')
    .select('command_id')
    .where('customer_id', '=', target.customerId)
    .where('device_id', '=', target.deviceId)
    .where('kind', '=', 'summon')
    .where('state', 'in', ['queued', 'sent'])
    .where(sql<boolean>`args ->> 'dataType' = ${dataType}`)
    .where(sql<boolean>`expires_at > ${databaseTime(ctx)}`)
    .executeTakeFirst();
  return row?.command_id;
}
