/**
 * The one gate: every way to make a breaker move goes through `orderSwitch`, whoever asks and by
 * whichever call. Command, its first transition and its line in the operation log are one
 * transaction; a refused attempt leaves its line too. Nothing is sent from here: the process that
 * holds the device's connection does that when it hears that a command waits.
 */
import { done, type Outcome, type Refusal, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../caller.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../storage/database.ts';
import { findDevice } from '../devices/device-lookup.ts';
import { LOG_MODULES } from '../operation-log/log-module.ts';
import { writeLog } from '../operation-log/write-log.ts';
import { announce } from './announce.ts';
import { commandOfOrder } from './command-of-order.ts';
import { insertCommand } from './command-repository.ts';
import { readDatabaseTime } from './command-time.ts';
import { countOperations, isOverLimit, isTooSoon } from './control-limits.ts';
import { type ControlTarget, findTarget, lockForOrder } from './control-target.ts';
import { earlierAnswer, requestHash } from './idempotency.ts';
import { isOpenCommandConflict } from './open-command-conflict.ts';
import { orderVerdict } from './order-verdict.ts';
import { stepUp } from './step-up.ts';
import type { SwitchRequest } from './switch-request.ts';

export interface AcceptedCommand {
  readonly commandId: string;
  readonly state: 'queued';
}

interface JudgedRequest extends SwitchRequest {
  /** Whether the password came along, or what is wrong with it. */
  readonly stepUp: Outcome<boolean>;
}

/** What the order's transaction came to; `tell` runs after its commit. */
interface Ordered {
  readonly outcome: Outcome<AcceptedCommand>;
  readonly tell?: () => void;
}

/** Accepted, or refused out of the closed list; either way the operation log tells of it. */
export async function orderSwitch(
  ctx: Context,
  caller: Caller,
  request: SwitchRequest,
): Promise<Outcome<AcceptedCommand>> {
  const judged = { ...request, stepUp: await stepUp(ctx, caller, request.password) };
  try {
    const { outcome, tell } = await ctx.database.transaction((trx) =>
      order(ctx, trx, caller, judged),
    );
    tell?.();
    return outcome;
  } catch (error) {
    // The line of users and devices makes this rare; the index is what makes it impossible.
    if (!isOpenCommandConflict(error)) throw error;
    const { db } = ctx.database;
    const device = await findDevice(db, caller, request.device);
    const target = device && (await findTarget(ctx, db, caller, device.deviceId));
    const { outcome } = await refuse(ctx, db, caller, judged, 'control-busy', target);
    return outcome;
  }
}

async function order(
  ctx: Context,
  trx: Executor,
  caller: Caller,
  request: JudgedRequest,
): Promise<Ordered> {
  const { deviceId } = (await findDevice(trx, caller, request.device)) ?? {};
  if (deviceId === undefined) return refuse(ctx, trx, caller, request, 'not-found', undefined);
  await lockForOrder(trx, caller.customerId, caller.userId, deviceId);
  const target = await findTarget(ctx, trx, caller, deviceId);
  if (target === undefined) return refuse(ctx, trx, caller, request, 'not-found', undefined);
  const now = target.readAt;
  const earlier = await earlierAnswer(
    trx,
    caller,
    request.idempotencyKey,
    requestHash(deviceId, request),
    now,
  );
  if (earlier?.ok) return { outcome: earlier };
  const refusal = earlier?.refusal ?? (await judge(ctx, trx, caller, request, target));
  if (refusal !== null) return refuse(ctx, trx, caller, request, refusal, target);
  const command = commandOfOrder(ctx, request, target, isSteppedUp(request));
  await insertCommand(trx, caller, command);
  await writeLog(trx, caller, {
    at: now,
    module: LOG_MODULES.remoteControl,
    command: request.order,
    status: 'queued',
    device: { id: deviceId, code: target.deviceCode, groupId: target.groupId },
    commandId: command.commandId,
    detail: logDetail(request, target),
  });
  return {
    outcome: done({ commandId: command.commandId, state: 'queued' }),
    tell: () => announce(ctx, caller, command, target),
  };
}

const isSteppedUp = ({ stepUp }: JudgedRequest): boolean => stepUp.ok && stepUp.value;

/** Counts only when nothing else stands against it: counting reads the most. */
async function judge(
  ctx: Context,
  trx: Executor,
  caller: Caller,
  request: JudgedRequest,
  target: ControlTarget,
): Promise<Refusal | null> {
  if (!request.stepUp.ok) return request.stepUp.refusal;
  const question = {
    order: request.order,
    kind: target.kind,
    action: target.action,
    presence: target.presence,
    mayWait: request.queue === true,
    busy: target.busy,
    tooSoon: false,
    overLimit: false,
    steppedUp: isSteppedUp(request),
  };
  const refusal = orderVerdict(question);
  if (refusal !== null) return refusal;
  const counts = await countOperations(trx, caller, target);
  return orderVerdict({
    ...question,
    tooSoon: isTooSoon(ctx, counts),
    overLimit: isOverLimit(ctx, counts),
  });
}

function logDetail(request: JudgedRequest, target: ControlTarget | undefined) {
  return {
    source: request.source,
    ...(target?.action === undefined ? {} : { before: target.action }),
    ...(target === undefined ? {} : { presence: target.presence }),
    ...(request.queue === true ? { queue: true } : {}),
    ...(request.reason === undefined ? {} : { reason: request.reason }),
    ...(request.until === undefined ? {} : { until: request.until }),
    ...(isSteppedUp(request) ? { password: 'given' } : {}),
  };
}

/** What was tried is on record. Of a device that is not the caller's not even its code is. */
async function refuse(
  ctx: Context,
  executor: Executor,
  caller: Caller,
  request: JudgedRequest,
  refusal: Refusal,
  target: ControlTarget | undefined,
): Promise<Ordered> {
  await writeLog(executor, caller, {
    at: target?.readAt ?? (await readDatabaseTime(ctx, executor)),
    module: LOG_MODULES.remoteControl,
    command: request.order,
    status: `refused:${refusal}`,
    device:
      target === undefined
        ? null
        : { id: target.deviceId, code: target.deviceCode, groupId: target.groupId },
    commandId: null,
    detail: logDetail(request, target),
  });
  return { outcome: refused(refusal) };
}
