/**
 * Processes the batch commands of a customer step by step: one device passes the single command
 * gate, in the name of the user who listed it, and the result is stored in the same transaction.
 * One process at a time handles the steps of a customer. Two close commands that were sent are at
 * least `CLOSING_GAP_MS` apart; other steps are rate-limited. A step that has not run when the
 * batch command expires or the session of its user ends is not run at all.
 */
import { may } from '@busbar/domain/access/permission';
import { done, type Refusal, refused } from '@busbar/domain/refusal';
import {
  BATCH_LIFE_MS,
  CLOSING_GAP_MS,
  COMMANDS_PER_SECOND,
} from '@busbar/domain/switch/control-pace';
import type { Actor } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { readDatabaseTime } from '../../shared/database-time-queries.ts';
import { tryLockPair } from '../../shared/lock-queries.ts';
import { isOpenCommandConflict } from '../commands/open-command-conflict.ts';
import { submitSwitchIn } from '../gate/control-service.ts';
import {
  abandonOverdue,
  type BatchStep,
  customersWithBatches,
  endIdleBatches,
  lastClosing,
  nextStep,
  recordStep,
  stepsSince,
} from './step-queries.ts';

/** Maximum steps per run; the remaining steps follow in the next run. */
const STEPS_PER_RUN = COMMANDS_PER_SECOND;

/** Processes the steps that are due; safe to run at any time, in any process. */
export async function runBatchCommands(ctx: Context): Promise<void> {
  for (const customerId of await customersWithBatches(ctx.database.db)) {
    for (let step = 0; step < STEPS_PER_RUN; step++) {
      if (!(await claimStep(ctx, customerId))) break;
    }
  }
}

/** Returns false if no step is due. */
async function claimStep(ctx: Context, customerId: number): Promise<boolean> {
  let step: BatchStep | undefined;
  try {
    const publish = await ctx.database.transaction(async (trx) => {
      if (!(await tryLockPair(trx, 'batchSteps', customerId))) return undefined;
      step = await dueStep(ctx, trx, customerId);
      return step && (await give(ctx, trx, step));
    });
    publish?.();
  } catch (error) {
    if (step === undefined || !isOpenCommandConflict(error)) throw error;
    await lose(ctx, step);
  }
  return step !== undefined;
}

async function dueStep(
  ctx: Context,
  trx: Executor,
  customerId: number,
): Promise<BatchStep | undefined> {
  const now = await readDatabaseTime(ctx, trx);
  await abandonOverdue(trx, customerId, now);
  await endIdleBatches(trx, customerId, now);
  if ((await stepsSince(trx, customerId, now - 1_000)) >= COMMANDS_PER_SECOND) return undefined;
  return nextStep(trx, customerId, await mayClose(trx, customerId, now));
}

/**
 * Returns false while a close command waits to be sent: it may be sent at any time, so the next one
 * waits for it too.
 */
async function mayClose(trx: Executor, customerId: number, now: number): Promise<boolean> {
  const last = await lastClosing(trx, customerId, now - BATCH_LIFE_MS);
  if (last === undefined) return true;
  if (last.state === 'queued') return false;
  return now - (last.sentAt ?? last.processedAt) >= CLOSING_GAP_MS;
}

/** Passes a step through the command gate in its transaction; returns the post-commit publisher. */
async function give(
  ctx: Context,
  trx: Executor,
  step: BatchStep,
): Promise<(() => void) | undefined> {
  const actor = actorOf(step);
  const { outcome, publish } = may(step, 'device.switch')
    ? await submitSwitchIn(ctx, trx, actor, {
        device: step.deviceId,
        command: step.command,
        reason: step.reason ?? undefined,
        until: step.until ?? undefined,
        endsBy: step.endsAt,
        batchCommandId: step.batchCommandId,
        source: 'v2.device.control.batch',
        stepUp: done(step.steppedUp),
      })
    : { outcome: refused('forbidden'), publish: undefined };
  const now = await readDatabaseTime(ctx, trx);
  await recordStep(
    trx,
    step,
    outcome.ok
      ? { state: 'ordered', commandId: outcome.value.commandId }
      : { state: 'refused', reason: outcome.refusal, detail: outcome.detail },
    now,
  );
  await endIdleBatches(trx, step.customerId, now);
  return publish;
}

/** Records a step as refused because another command reached its breaker at the same instant. */
async function lose(ctx: Context, step: BatchStep): Promise<void> {
  const refusal: Refusal = 'control-busy';
  await ctx.database.transaction(async (trx) => {
    const now = await readDatabaseTime(ctx, trx);
    await recordStep(trx, step, { state: 'refused', reason: refusal }, now);
    await endIdleBatches(trx, step.customerId, now);
  });
}

function actorOf(step: BatchStep): Actor {
  const { customerId, userId, userName, role, permissions, address, groupId } = step;
  const tokenHash = step.sessionHash;
  return { customerId, groupId, userId, userName, role, permissions, tokenHash, address };
}
