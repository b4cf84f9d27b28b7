/**
 * Copies a pattern to a breaker part by part through the regular service of each part, so that each
 * part passes the same command gate, writes the same audit event and is rejected for the same
 * reasons. A part whose direct call the caller may not make is refused. A part is applied completely
 * or not at all; a rejected part does not stop the others. If two users copy concurrently, the
 * second is rejected because the plan is outdated.
 */
import { may } from '@busbar/domain/access/permission';
import { type DeployPart, PART_PERMISSIONS } from '@busbar/domain/deploy/deploy-part';
import { done, type Outcome, type Refused, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { recordForbidden } from '../../control/gate/forbidden-attempt.ts';
import { saveDryNode } from '../../control/protection/dry-nodes.ts';
import { startRun } from '../../control/templates/run-service.ts';
import { replaceTimers } from '../../control/timers/replace-timers.ts';
import { changeDevice } from '../../fleet/devices/change-device.ts';
import { claimRevision } from '../../fleet/devices/device-change-queries.ts';
import { type DeployPlan, type DeployRequest, planDeploy } from './deploy-plan.ts';

export type PartResult =
  | { readonly part: DeployPart; readonly result: 'done' | 'same' }
  | { readonly part: DeployPart; readonly result: 'started'; readonly runId: string }
  | { readonly part: DeployPart; readonly result: 'refused'; readonly refused: Refused };

export interface ConfirmedDeploy extends DeployRequest {
  readonly parts: readonly DeployPart[];
  readonly token: string;
}

export async function applyDeploy(
  ctx: Context,
  caller: Caller,
  deploy: ConfirmedDeploy,
): Promise<Outcome<PartResult[]>> {
  const planned = await planDeploy(ctx, caller, deploy);
  if (!planned.ok) return planned;
  const plan = planned.value;
  if (plan.token !== deploy.token) return refused('device-changed', 'token');
  const { deviceId, revision } = plan.target;
  const isFirst = await ctx.database.transaction((trx) =>
    claimRevision(trx, caller.customerId, deviceId, revision),
  );
  if (!isFirst) return refused('device-changed', 'token');
  const results: PartResult[] = [];
  for (const { part, state } of plan.parts) {
    if (!deploy.parts.includes(part)) continue;
    if (state === 'changes') results.push(await applyPart(ctx, caller, plan, part));
    else if (state === 'same') results.push({ part, result: 'same' });
    else {
      const refusal = state === 'unfit' ? 'parameter-invalid' : 'parameters-empty';
      results.push({ part, result: 'refused', refused: refused(refusal) });
    }
  }
  return done(results);
}

async function applyPart(
  ctx: Context,
  caller: Caller,
  plan: DeployPlan,
  part: DeployPart,
): Promise<PartResult> {
  const { target, source, sets, name } = plan;
  if (!may(caller, PART_PERMISSIONS[part])) return forbidPart(ctx, caller, plan, part);
  if (part === 'protections') {
    const started = await startRun(ctx, caller, 'write', { name, sets }, [target.deviceId]);
    return started.ok
      ? { part, result: 'started', runId: started.value.runId }
      : { part, result: 'refused', refused: started };
  }
  const outcome = source === undefined ? refused('not-found') : await copyPart(part, source);
  return outcome.ok ? { part, result: 'done' } : { part, result: 'refused', refused: outcome };

  async function copyPart(
    which: Exclude<DeployPart, 'protections'>,
    from: NonNullable<typeof source>,
  ): Promise<Outcome<unknown>> {
    switch (which) {
      case 'group':
        return changeDevice(ctx, caller, target.deviceId, { group: from.groupId });
      case 'rate':
        return changeDevice(ctx, caller, target.deviceId, { rate: from.rateId });
      case 'ratings': {
        const { voltage, current } = from.ratings;
        return changeDevice(ctx, caller, target.deviceId, {
          ...(voltage === undefined ? {} : { ratedVoltageV: Number(voltage) }),
          ...(current === undefined ? {} : { ratedCurrentA: Number(current) }),
        });
      }
      case 'timers':
        return copyTimers(ctx, caller, plan);
      case 'contacts':
        return from.contacts === undefined
          ? refused('not-found')
          : saveDryNode(ctx, caller, target.deviceId, from.contacts);
    }
  }
}

/** Timers operate the breaker, so the attempt to set them is logged as for their direct call. */
async function forbidPart(
  ctx: Context,
  caller: Caller,
  { target }: DeployPlan,
  part: DeployPart,
): Promise<PartResult> {
  if (part === 'timers') {
    await recordForbidden(ctx, caller, {
      source: 'v2.device-deploy',
      refusal: 'forbidden',
      command: undefined,
      device: target.deviceCode,
      commandId: undefined,
    });
  }
  return { part, result: 'refused', refused: refused('forbidden') };
}

function copyTimers(
  ctx: Context,
  caller: Caller,
  { target, source, parts }: DeployPlan,
): Promise<Outcome<null>> {
  const { changes } = parts.find(({ part }) => part === 'timers')!;
  const gone = changes.flatMap(
    ({ what, before }) => (before === null ? undefined : target.timers.get(what)) ?? [],
  );
  const come = changes.flatMap(
    ({ what, after }) => (after === null ? undefined : source?.timers.get(what)) ?? [],
  );
  return replaceTimers(
    ctx,
    caller,
    gone.map(({ id }) => id),
    come.map((timer) => ({
      device: target.deviceId,
      days: timer.days,
      time: timer.clock_time,
      command: timer.switch_order,
      enabled: timer.enabled,
    })),
  );
}
