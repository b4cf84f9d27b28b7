/**
 * The single command gate: every request to switch a breaker passes `submitSwitch`, independent of
 * the caller and the API call; requests for several slaves pass its parts (`slave-commands.ts`),
 * those of a timer `submitSwitchIn`. Command, first transition and operation log entry are one
 * transaction; a refused attempt is logged too. Nothing is sent from here: the process that holds
 * the device's connection sends the command when it is notified.
 */
import { done, type Outcome, type Refusal, refused } from '@busbar/domain/refusal';
import { publishAll } from '../../../bus.ts';
import type { Actor, Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { findDevice } from '../../fleet/devices/device-lookup-queries.ts';
import { stepUp } from '../../identity/passwords/step-up.ts';
import { announce } from '../commands/announce.ts';
import {
  type ControlTarget,
  findTarget,
  lockForCommand,
} from '../commands/control-target-queries.ts';
import { earlierAnswer, requestHash } from '../commands/idempotency.ts';
import { isOpenCommandConflict } from '../commands/open-command-conflict.ts';
import type { SwitchRequest } from '../commands/switch-request.ts';
import {
  acceptCommand,
  checkCommand,
  recordRefusal,
  type ValidatedRequest,
} from './command-gate.ts';
import { lockGroups } from './control-limits.ts';
import { isSelected } from './selection.ts';

export interface AcceptedCommand {
  readonly commandId: string;
  readonly state: 'queued';
  readonly createdAt: number;
}

/** Result of the command's transaction; `publish` runs after its commit. */
export interface SubmittedSwitch {
  readonly outcome: Outcome<AcceptedCommand>;
  readonly publish?: () => void;
}

/** Accepts the command or refuses it with a reason from the closed list; both are logged. */
export async function submitSwitch(
  ctx: Context,
  caller: Caller,
  request: SwitchRequest,
): Promise<Outcome<AcceptedCommand>> {
  const validated = { ...request, stepUp: await stepUp(ctx, caller, request.password) };
  try {
    const { outcome, publish } = await ctx.database.transaction((trx) =>
      submitSwitchIn(ctx, trx, caller, validated),
    );
    publish?.();
    return outcome;
  } catch (error) {
    // The locks on users and devices make this conflict rare; the index makes a second open command
    // impossible.
    if (!isOpenCommandConflict(error)) throw error;
    const { db } = ctx.database;
    const device = await findDevice(db, caller, request.device);
    const target = device && (await findTarget(ctx, db, caller, device.deviceId));
    const { outcome } = await refuse(ctx, db, caller, validated, 'control-busy', target);
    return outcome;
  }
}

/** Like `submitSwitch`, in the caller's transaction; the caller runs `publish` after its commit. */
export async function submitSwitchIn(
  ctx: Context,
  trx: Executor,
  actor: Actor,
  request: ValidatedRequest,
): Promise<SubmittedSwitch> {
  const { deviceId } = (await findDevice(trx, actor, request.device)) ?? {};
  if (deviceId === undefined) return refuse(ctx, trx, actor, request, 'not-found', undefined);
  await lockForCommand(trx, actor.customerId, actor.userId, [deviceId]);
  await lockGroups(ctx, trx, actor, [deviceId]);
  const target = await findTarget(ctx, trx, actor, deviceId);
  if (target === undefined) return refuse(ctx, trx, actor, request, 'not-found', undefined);
  const earlier = await earlierAnswer(
    trx,
    actor,
    request.idempotencyKey,
    requestHash(deviceId, request),
    target.readAt,
  );
  if (earlier?.ok) {
    const { commandId, createdAt } = earlier.value;
    return { outcome: done({ commandId, state: 'queued', createdAt }) };
  }
  const refusal =
    earlier?.refusal ??
    (request.select === undefined || (await isSelected(trx, actor, request, target))
      ? await checkCommand(ctx, trx, actor, request, target)
      : 'not-selected');
  if (refusal !== null) return refuse(ctx, trx, actor, request, refusal, target);
  const command = await acceptCommand(ctx, trx, actor, request, target);
  const { commandId, createdAt } = command;
  return {
    outcome: done({ commandId, state: 'queued', createdAt }),
    publish: () => announce(ctx, actor, [{ command, target }]),
  };
}

async function refuse(
  ctx: Context,
  executor: Executor,
  actor: Actor,
  request: ValidatedRequest,
  refusal: Refusal,
  target: ControlTarget | undefined,
): Promise<SubmittedSwitch> {
  const messages = await recordRefusal(ctx, executor, actor, request, refusal, target);
  const holder = refusal === 'locked-by-other' ? target?.lock?.userName : undefined;
  return {
    outcome: refused(refusal, undefined, holder),
    publish: () => publishAll(ctx.bus, messages),
  };
}
