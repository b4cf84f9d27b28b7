/**
 * The steps that every command passes, independent of its source and of the number of commands in
 * the request: it is validated, then stored as a command with its operation log entry, or refused
 * and logged.
 */

import { may } from '@busbar/domain/access/permission';
import { LOG_MODULES } from '@busbar/domain/audit/log-terms';
import type { Outcome, Refusal } from '@busbar/domain/refusal';
import { mayLift } from '@busbar/domain/switch/lock-holder';
import type { BusMessage } from '../../../bus.ts';
import type { Actor } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { readDatabaseTime } from '../../shared/database-time-queries.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';
import { insertCommand, type NewCommand } from '../commands/command-queries.ts';
import type { ControlTarget } from '../commands/control-target-queries.ts';
import type { SwitchRequest } from '../commands/switch-request.ts';
import { commandOfRequest } from './command-of-request.ts';
import { commandRefusal } from './command-refusal.ts';
import { isTooSoon, overLimit } from './control-limits.ts';
import { countOperations } from './gate-queries.ts';
import { raisePauseAlarm } from './pause-alarm.ts';

export interface ValidatedRequest extends SwitchRequest {
  /** Result of the password check: true if the password was given, or the refusal. */
  readonly stepUp: Outcome<boolean>;
}

const isSteppedUp = ({ stepUp }: ValidatedRequest): boolean => stepUp.ok && stepUp.value;

/**
 * Validates a command. Operations are counted only if nothing else refuses it, because counting
 * reads the most rows. `further` commands of the same request have been accepted and are not
 * written yet.
 */
export async function checkCommand(
  ctx: Context,
  trx: Executor,
  actor: Actor,
  request: ValidatedRequest,
  target: ControlTarget,
  further = 0,
): Promise<Refusal | null> {
  if (!request.stepUp.ok) return request.stepUp.refusal;
  const question = {
    command: request.command,
    kind: target.kind,
    protocol: target.protocol,
    action: target.action,
    presence: target.presence,
    mayWait: request.queue === true,
    busy: target.busy,
    disabled: target.disabled,
    isReadOnly: target.isReadOnly,
    heldByOther: !mayLift({
      holderId: target.lock?.userId ?? null,
      userId: actor.userId,
      mayOverride: may(actor, 'lock.override'),
    }),
    tooSoon: false,
    overLimit: null,
    steppedUp: isSteppedUp(request),
  };
  const refusal = commandRefusal(question);
  if (refusal !== null) return refusal;
  const counts = await countOperations(ctx, trx, actor, target);
  return commandRefusal({
    ...question,
    tooSoon: isTooSoon(ctx, counts),
    // A timer was authorized when it was set; the rate limit applies to users, and to what a command
    // can switch off.
    overLimit:
      actor.userId === null || target.simulated
        ? null
        : await overLimit(ctx, trx, target, counts, further),
  });
}

/** Writes the command, its first transition and the log entry, in the caller's transaction. */
export async function acceptCommand(
  ctx: Context,
  trx: Executor,
  actor: Actor,
  request: ValidatedRequest,
  target: ControlTarget,
): Promise<NewCommand> {
  const command = commandOfRequest(ctx, request, target, isSteppedUp(request));
  await insertCommand(trx, actor, command);
  await writeLog(trx, actor, {
    at: target.readAt,
    module: LOG_MODULES.remoteControl,
    command: request.command,
    status: 'queued',
    device: target,
    commandId: command.commandId,
    detail: logDetail(request, target),
  });
  return command;
}

function logDetail(request: ValidatedRequest, target: ControlTarget | undefined) {
  return {
    source: request.source,
    ...(request.batchCommandId === undefined ? {} : { groupOrder: request.batchCommandId }),
    ...(target?.action === undefined ? {} : { before: target.action }),
    ...(target === undefined ? {} : { presence: target.presence }),
    ...(target?.lock === undefined ? {} : { lockedBy: target.lock.userName }),
    ...(request.select === undefined ? {} : { select: request.select }),
    ...(request.queue === true ? { queue: true } : {}),
    ...(request.reason === undefined ? {} : { reason: request.reason }),
    ...(request.until === undefined ? {} : { until: request.until }),
    ...(request.tower === undefined ? {} : { tower: request.tower }),
    ...(isSteppedUp(request) ? { password: 'given' } : {}),
  };
}

/**
 * Logs a refused attempt; for a device outside the caller's scope not even its code is logged.
 * Returns the events to publish after the commit: the alarm, if the pause of a group begins with
 * this attempt.
 */
export async function recordRefusal(
  ctx: Context,
  executor: Executor,
  actor: Actor,
  request: ValidatedRequest,
  refusal: Refusal,
  target: ControlTarget | undefined,
): Promise<readonly BusMessage[]> {
  const pauses =
    refusal === 'group-share-exceeded' && target !== undefined
      ? await raisePauseAlarm(ctx, executor, actor, target)
      : undefined;
  await writeLog(executor, actor, {
    at: target?.readAt ?? (await readDatabaseTime(ctx, executor)),
    module: LOG_MODULES.remoteControl,
    command: request.command,
    status: `refused:${refusal}`,
    device: target,
    detail: logDetail(request, target),
  });
  return pauses ?? [];
}
