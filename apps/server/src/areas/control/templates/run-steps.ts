/**
 * Runs the steps of a customer's template runs: one set of one device is read or written through
 * the parameter gate, in the name of the user who started the run, and the step is completed by the
 * result of that command. Switching has priority: no step is sent while a command is queued or a
 * batch command is open. One process at a time sends steps for a customer; a step that was claimed
 * but not sent, because a process died in between, is sent again under the same key, unless its run
 * was cancelled or has ended.
 */
import { may } from '@busbar/domain/access/permission';
import { protectionOf } from '@busbar/domain/protection/protections/protections';
import type { Outcome } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { readDatabaseTime } from '../../shared/database-time-queries.ts';
import { TEMPLATE_WRITE } from '../gate/gate-queries.ts';
import { readParameters } from '../protection/read-parameters.ts';
import { writeParameters } from '../protection/write-parameters.ts';
import { resolveSteps } from './resolve-steps.ts';
import { endIdleRuns } from './run-queries.ts';
import {
  abandonOverdue,
  attachCommand,
  claimSteps,
  customersWithRuns,
  isSwitchingUnderWay,
  recordRequested,
  type Step,
} from './step-queries.ts';

/**
 * Maximum steps sent per second for one customer; `STEPS_IN_FLIGHT` is the maximum number of steps
 * waiting for a reply.
 */
const STEPS_PER_SECOND = 10;
const STEPS_IN_FLIGHT = 30;

/** Completes answered steps and sends due ones; safe to run at any time, in any process. */
export async function runTemplateSteps(ctx: Context): Promise<void> {
  for (const customerId of await customersWithRuns(ctx.database.db)) {
    const steps = await ctx.database.transaction(async (trx) => {
      const now = await readDatabaseTime(ctx, trx);
      await resolveSteps(trx, customerId);
      await abandonOverdue(trx, customerId, now);
      await endIdleRuns(trx, customerId, now);
      if (await isSwitchingUnderWay(trx, customerId)) return [];
      return claimSteps(trx, customerId, now, {
        perSecond: STEPS_PER_SECOND,
        inFlight: STEPS_IN_FLIGHT,
      });
    });
    for (const step of steps) await ask(ctx, step);
  }
}

async function ask(ctx: Context, step: Step): Promise<void> {
  const outcome = await give(ctx, step);
  // The step was cancelled, or its run is over and the next round cancels it.
  if (!outcome.ok && outcome.refusal === 'command-ended') return;
  await recordRequested(ctx.database.db, step, outcome);
}

function give(ctx: Context, step: Step): Promise<Outcome<{ readonly commandId: string }>> {
  const { runId, deviceId: device, set, kind, endsAt } = step;
  if (!may(step, 'protection.write') && kind === 'write') {
    return Promise.resolve({ ok: false, refusal: 'forbidden' });
  }
  const caller = callerOf(step);
  const attach = (trx: Executor, commandId: string, now: number) =>
    attachCommand(trx, step, commandId, now);
  if (kind === 'read') {
    return readParameters(ctx, caller, { device, set, source: 'template compare', endsAt, attach });
  }
  return writeParameters(ctx, caller, {
    device,
    definition: protectionOf(set),
    data: step.record,
    source: TEMPLATE_WRITE,
    idempotencyKey: `template ${runId} ${device} ${set}`,
    endsAt,
    attach,
  });
}

function callerOf(step: Step): Caller {
  const { customerId, groupId, userId, userName, role, permissions, address } = step;
  return {
    customerId,
    groupId,
    userId,
    userName,
    role,
    permissions,
    tokenHash: step.sessionHash,
    address,
    // A step needs neither local times nor a password.
    zone: 'UTC',
    mustChangePassword: false,
  };
}
