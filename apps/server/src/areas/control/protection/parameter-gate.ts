/**
 * The gate for every read and write of parameters, like that for a summons: the command, its first
 * transition and its operation log entry are one transaction, refused attempts are logged too, and
 * a request to an offline device is refused immediately instead of being queued. Nothing is
 * switched, so it may run during a switch operation.
 */

import { type EntryStatus, LOG_MODULES } from '@busbar/domain/audit/log-terms';
import type { ParameterSet } from '@busbar/domain/protection/parameter-set';
import { done, type Outcome, type Refused, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import { uuidV7 } from '../../../clock.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { findDevice } from '../../fleet/devices/device-lookup-queries.ts';
import { stepUp } from '../../identity/passwords/step-up.ts';
import { readDatabaseTime } from '../../shared/database-time-queries.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';
import { announce } from '../commands/announce.ts';
import { insertCommand, type NewCommand } from '../commands/command-queries.ts';
import {
  type ControlTarget,
  findTarget,
  lockForCommand,
} from '../commands/control-target-queries.ts';
import { isOverPace, lockGroups } from '../gate/control-limits.ts';
import { countOperations, STEPPED_UP, TEMPLATE_WRITE } from '../gate/gate-queries.ts';

/** For a request that belongs to a larger piece of work. */
export interface WorkOfRequest {
  /** The command never expires later than this, epoch ms. */
  readonly endsAt?: number | undefined;
  /** Called before the command is inserted; false if the work was cancelled or has ended. */
  readonly attach?:
    | ((trx: Executor, commandId: string, now: number) => Promise<boolean>)
    | undefined;
}

export interface GateRequest extends WorkOfRequest {
  readonly device: string | number;
  readonly kind: 'read' | 'write';
  readonly set: ParameterSet;
  readonly source: string;
  /** Further details for the operation log, in addition to the source. */
  readonly detail?: Readonly<Record<string, unknown>>;
  readonly idempotencyKey?: string | undefined;
  /** The caller's own password, given again to exceed the limit per minute. */
  readonly password?: string | undefined;
  /** Called with a locked device: returns a refusal, an identical command, or arguments to send. */
  validate(trx: Executor, target: ControlTarget): Promise<RequestDecision>;
}

export type RequestDecision =
  | { readonly kind: 'refused'; readonly refused: Refused }
  | { readonly kind: 'same'; readonly commandId: string }
  | {
      readonly kind: 'new';
      readonly args: Readonly<Record<string, unknown>>;
      readonly requestHash: Buffer;
    };

type GateOutcome = Outcome<{ readonly commandId: string }>;

export async function passGate(
  ctx: Context,
  caller: Caller,
  request: GateRequest,
): Promise<GateOutcome> {
  const password = await stepUp(ctx, caller, request.password);
  const { outcome, publish } = await ctx.database.transaction((trx) =>
    ask(ctx, trx, caller, request, password),
  );
  publish?.();
  return outcome;
}

async function ask(
  ctx: Context,
  trx: Executor,
  caller: Caller,
  request: GateRequest,
  password: Outcome<boolean>,
): Promise<{ readonly outcome: GateOutcome; readonly publish?: () => void }> {
  const { deviceId } = (await findDevice(trx, caller, request.device)) ?? {};
  if (deviceId !== undefined)
    await lockForCommand(trx, caller.customerId, caller.userId, [deviceId]);
  const target = deviceId === undefined ? undefined : await findTarget(ctx, trx, caller, deviceId);
  if (target === undefined) {
    return refuse(ctx, trx, caller, request, refused('not-found'), undefined);
  }
  // The types that contain MT61 are the main devices (domain `device-type`).
  const hasProtections = target.kind === 'main' && target.protocol === 'busbar';
  if (request.set !== 'slaveControl' && !hasProtections) {
    return refuse(ctx, trx, caller, request, refused('protection-not-supported'), target);
  }
  const hasSlots = target.kind === 'gateway' && target.protocol === 'busbar';
  if (request.set === 'slaveControl' && !hasSlots) {
    return refuse(ctx, trx, caller, request, refused('order-not-supported'), target);
  }
  const decision = await request.validate(trx, target);
  if (decision.kind === 'refused') {
    return refuse(ctx, trx, caller, request, decision.refused, target);
  }
  if (decision.kind === 'same') return { outcome: done({ commandId: decision.commandId }) };
  if (target.presence === 'offline') {
    return refuse(ctx, trx, caller, request, refused('device-offline'), target);
  }
  if (!password.ok) return refuse(ctx, trx, caller, request, password, target);
  if (!password.value && (await isWriteOverPace(ctx, trx, caller, request, target))) {
    return refuse(ctx, trx, caller, request, refused('step-up-required'), target);
  }
  const commandId = uuidV7(ctx.clock, ctx.random);
  if ((await request.attach?.(trx, commandId, target.readAt)) === false) {
    return refuse(ctx, trx, caller, request, refused('command-ended'), target);
  }
  const { endsAt = Number.POSITIVE_INFINITY } = request;
  const command: NewCommand = {
    commandId,
    deviceId: target.deviceId,
    linkDeviceCode: target.linkDeviceCode,
    kind: request.kind,
    switchCommand: null,
    args: decision.args,
    source: request.source + (password.value ? STEPPED_UP : ''),
    idempotencyKey: request.idempotencyKey,
    requestHash: decision.requestHash,
    beforeAction: undefined,
    createdAt: target.readAt,
    expiresAt: Math.min(target.readAt + ctx.config.commandTtlS * 1000, endsAt),
  };
  await insertCommand(trx, caller, command);
  await log(ctx, trx, caller, request, target, 'queued', commandId);
  return {
    outcome: done({ commandId }),
    publish: () => announce(ctx, caller, [{ command, target }]),
  };
}

/**
 * Returns true if a write exceeds the rate limit. A wrong protection setting opens a breaker as
 * surely as a command: writes count towards the commands per minute (docs/promises.md C10). Writes
 * of a template have their own rate limit.
 */
async function isWriteOverPace(
  ctx: Context,
  trx: Executor,
  caller: Caller,
  { kind, source }: GateRequest,
  target: ControlTarget,
): Promise<boolean> {
  if (kind !== 'write' || source === TEMPLATE_WRITE) return false;
  await lockGroups(ctx, trx, caller, [target.deviceId]);
  return isOverPace(ctx, await countOperations(ctx, trx, caller, target));
}

async function refuse(
  ctx: Context,
  trx: Executor,
  caller: Caller,
  request: GateRequest,
  outcome: Refused,
  target: ControlTarget | undefined,
): Promise<{ readonly outcome: Refused }> {
  await log(ctx, trx, caller, request, target, `refused:${outcome.refusal}`, null);
  return { outcome };
}

async function log(
  ctx: Context,
  trx: Executor,
  caller: Caller,
  { kind, set, source, detail }: GateRequest,
  target: ControlTarget | undefined,
  status: EntryStatus,
  commandId: string | null,
): Promise<void> {
  await writeLog(trx, caller, {
    at: target?.readAt ?? (await readDatabaseTime(ctx, trx)),
    module: set === 'slaveControl' ? LOG_MODULES.remoteControl : LOG_MODULES.protection,
    command: kind,
    status,
    device: target,
    commandId,
    detail: { source, set, ...detail },
  });
}
