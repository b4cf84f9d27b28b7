/**
 * Two-step switching (docs/promises.md C8). The first step validates the command as if it were
 * issued now and returns an id; the second step issues the command with that id, which becomes the
 * command id. An id is valid for one device, command, user and session, expires after
 * `SELECTION_LIFE_MS`, and yields one command. It is stored in the operation log entry of the first
 * step, so that any process finds it. A command without an id passes the same gate in one step, as
 * the clients of docs/specification/control.md 3.1 submit it.
 */

import { LOG_MODULES } from '@busbar/domain/audit/log-terms';
import { done, type Outcome, type Refusal, refused } from '@busbar/domain/refusal';
import { SELECTION_LIFE_MS } from '@busbar/domain/switch/control-pace';
import type { SwitchAction } from '@busbar/domain/switch/switch-action';
import type { Actor, Caller } from '../../../caller.ts';
import { uuidV7 } from '../../../clock.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { findDevice } from '../../fleet/devices/device-lookup-queries.ts';
import { stepUp } from '../../identity/passwords/step-up.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';
import { isCommandId } from '../../shared/uuid-text.ts';
import {
  type ControlTarget,
  findTarget,
  lockForCommand,
} from '../commands/control-target-queries.ts';
import type { SwitchRequest } from '../commands/switch-request.ts';
import { checkCommand, recordRefusal, type ValidatedRequest } from './command-gate.ts';
import { lockGroups } from './control-limits.ts';
import { isSelectionOpen, SELECTED } from './gate-queries.ts';

export interface Selected {
  /** Id to submit with the command. */
  readonly select: string;
  /** Epoch ms. */
  readonly expiresAt: number;
  /** Current position of the switch; null if it was never reported. */
  readonly action: SwitchAction | null;
}

/** First of the two steps: refuses for the same reasons as the command, and switches nothing. */
export async function selectSwitch(
  ctx: Context,
  caller: Caller,
  request: SwitchRequest,
): Promise<Outcome<Selected>> {
  const validated = { ...request, stepUp: await stepUp(ctx, caller, request.password) };
  return ctx.database.transaction((trx) => selectIn(ctx, trx, caller, validated));
}

async function selectIn(
  ctx: Context,
  trx: Executor,
  caller: Caller,
  request: ValidatedRequest,
): Promise<Outcome<Selected>> {
  const refuse = async (refusal: Refusal, target?: ControlTarget) => {
    await recordRefusal(ctx, trx, caller, request, refusal, target);
    const holder = refusal === 'locked-by-other' ? target?.lock?.userName : undefined;
    return refused(refusal, undefined, holder);
  };
  const { deviceId } = (await findDevice(trx, caller, request.device)) ?? {};
  if (deviceId === undefined) return refuse('not-found');
  await lockForCommand(trx, caller.customerId, caller.userId, [deviceId]);
  await lockGroups(ctx, trx, caller, [deviceId]);
  const target = await findTarget(ctx, trx, caller, deviceId);
  if (target === undefined) return refuse('not-found');
  const refusal = await checkCommand(ctx, trx, caller, request, target);
  if (refusal !== null) return refuse(refusal, target);
  const select = uuidV7(ctx.clock, ctx.random);
  await writeLog(trx, caller, {
    at: target.readAt,
    module: LOG_MODULES.remoteControl,
    command: request.command,
    status: SELECTED,
    device: target,
    detail: { source: request.source, select, before: target.action ?? null },
  });
  const expiresAt = target.readAt + SELECTION_LIFE_MS;
  return done({ select, expiresAt, action: target.action ?? null });
}

/** True if the command was selected by its id, which is unused; requires the lock on the user. */
export async function isSelected(
  trx: Executor,
  actor: Actor,
  { command, select }: Pick<SwitchRequest, 'command' | 'select'>,
  target: ControlTarget,
): Promise<boolean> {
  if (select === undefined || !isCommandId(select) || actor.userId === null) return false;
  return isSelectionOpen(trx, actor, { command, select }, target);
}
