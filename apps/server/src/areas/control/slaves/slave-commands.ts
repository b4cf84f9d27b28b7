/**
 * Commands for several slaves of one gateway. Each one passes the gate as if it were submitted
 * alone, with its own command, interlock and refusal; the accepted ones are sent as one message, so
 * that the gateway executes all of them or none. An error that concerns the request as a whole
 * refuses all of it: an unknown slave, a missing or wrong password.
 */
import { done, type Outcome, type Refusal, refused } from '@busbar/domain/refusal';
import { commandTtlMs } from '@busbar/domain/switch/command-state';
import { isStepUpRefusal } from '@busbar/domain/switch/control-pace';
import type { SlaveSlotCommand } from '@busbar/domain/switch/slave-slot';
import type { Caller } from '../../../caller.ts';
import { uuidV7 } from '../../../clock.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { findDevice } from '../../fleet/devices/device-lookup-queries.ts';
import { stepUp } from '../../identity/passwords/step-up.ts';
import { announce } from '../commands/announce.ts';
import { type NewCommand, storeArgs } from '../commands/command-queries.ts';
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
} from '../gate/command-gate.ts';
import { lockGroups } from '../gate/control-limits.ts';
import { slaveIdsOf } from './slave-queries.ts';

export interface SlavesRequest extends Omit<SwitchRequest, 'device' | 'command'> {
  /** Id or code of the gateway. */
  readonly gateway: string | number;
  readonly slots: readonly SlaveSlotCommand[];
}

export interface SlotResult extends SlaveSlotCommand {
  /** Id of the command to the slot; null if it was refused. */
  readonly commandId: string | null;
  readonly refusal: Refusal | null;
}

interface SubmittedSlots {
  readonly outcome: Outcome<readonly SlotResult[]>;
  readonly publish?: () => void;
}

type Validated = Omit<ValidatedRequest, 'device' | 'command'> &
  Pick<SlavesRequest, 'gateway' | 'slots'>;

/** Returns a result for each commanded slot; some or all of them may be refusals. */
export async function submitSlaveCommands(
  ctx: Context,
  caller: Caller,
  request: SlavesRequest,
): Promise<Outcome<readonly SlotResult[]>> {
  const validated = { ...request, stepUp: await stepUp(ctx, caller, request.password) };
  const attempt = async () => {
    const { outcome, publish } = await ctx.database.transaction((trx) =>
      submit(ctx, trx, caller, validated),
    );
    publish?.();
    return outcome;
  };
  try {
    return await attempt();
  } catch (error) {
    // Another command reached one slave first; in the second attempt that slave is refused as busy,
    // the others are not.
    if (!isOpenCommandConflict(error)) throw error;
    return attempt();
  }
}

async function submit(
  ctx: Context,
  trx: Executor,
  caller: Caller,
  request: Validated,
): Promise<SubmittedSlots> {
  const { slots } = request;
  const gateway = await findDevice(trx, caller, request.gateway);
  const seen = gateway && (await findTarget(ctx, trx, caller, gateway.deviceId));
  const refuseAll = async (refusal: Refusal, field?: string): Promise<SubmittedSlots> => {
    for (const slot of slots) {
      await recordRefusal(ctx, trx, caller, requestFor(request, slot), refusal, seen);
    }
    return { outcome: refused(refusal, field) };
  };
  if (seen === undefined || gateway === undefined) return refuseAll('not-found');
  if (gateway.kind !== 'gateway') return refuseAll('order-not-supported');
  const known = await slaveIdsOf(trx, caller, gateway.deviceId);
  const missing = slots.find(({ address }) => !known.has(address));
  if (missing !== undefined) return refuseAll('slave-unknown', missing.slot);
  const deviceIds = slots.map(({ address }) => known.get(address)!);
  await lockForCommand(trx, caller.customerId, caller.userId, deviceIds);
  await lockGroups(ctx, trx, caller, deviceIds);
  const hash = hashOf(gateway.deviceId, request);
  const earlier = await earlierAnswer(trx, caller, request.idempotencyKey, hash, seen.readAt);
  if (earlier?.ok) return { outcome: done(resultsIn(earlier.value.args)) };
  if (earlier !== undefined) return refuseAll(earlier.refusal);

  if (!request.stepUp.ok) return refuseAll(request.stepUp.refusal, request.stepUp.field);
  const validated = await validateEach(ctx, trx, caller, request, deviceIds);
  if (!validated.ok) return refuseAll(validated.refusal, validated.field);
  const decisions = validated.value;
  // A step-up refusal would not be resolved by leaving out the slot, so it applies to the whole
  // request.
  const paused = decisions.find(({ refusal }) => isStepUpRefusal(refusal))?.refusal;
  if (paused != null) return refuseAll(paused);
  const possible = decisions.filter(({ refusal }) => refusal === null);
  const shared = {
    messageId: possible.length > 1 ? uuidV7(ctx.clock, ctx.random) : undefined,
    // The end is computed from the start time of each command, so that all of them expire at the
    // same instant.
    endsBy: Math.min(...possible.map(({ slot, target }) => target.readAt + ttlMs(ctx, slot))),
    requestHash: hash,
  };
  const results: SlotResult[] = [];
  const accepted: { command: NewCommand; target: ControlTarget }[] = [];
  for (const { slot, target, refusal } of decisions) {
    if (refusal !== null) {
      await recordRefusal(ctx, trx, caller, requestFor(request, slot), refusal, target);
      results.push({ ...slot, commandId: null, refusal });
      continue;
    }
    const command = await acceptCommand(
      ctx,
      trx,
      caller,
      // The first command stores the idempotency key for all of them.
      { ...requestFor(request, slot, accepted.length === 0), ...shared },
      target,
    );
    accepted.push({ command, target });
    results.push({ ...slot, commandId: command.commandId, refusal: null });
  }
  const first = accepted[0]?.command;
  if (first !== undefined && request.idempotencyKey !== undefined) {
    // A repeated request returns exactly this response.
    await storeArgs(trx, caller, first.commandId, { ...first.args, results });
  }
  return { outcome: done(results), publish: () => announce(ctx, caller, accepted) };
}

const ttlMs = (ctx: Context, { order }: SlaveSlotCommand) =>
  commandTtlMs(order, ctx.config.commandTtlS);

function requestFor(request: Validated, { address, order }: SlaveSlotCommand, holdsKey = false) {
  const { gateway, slots: _, idempotencyKey, ...common } = request;
  return {
    ...common,
    device: `${gateway}-${address}`,
    command: order,
    idempotencyKey: holdsKey ? idempotencyKey : undefined,
  } satisfies ValidatedRequest;
}

interface SlotDecision {
  readonly slot: SlaveSlotCommand;
  readonly target: ControlTarget;
  readonly refusal: Refusal | null;
}

async function validateEach(
  ctx: Context,
  trx: Executor,
  caller: Caller,
  request: Validated,
  deviceIds: readonly number[],
): Promise<Outcome<readonly SlotDecision[]>> {
  const decisions: SlotDecision[] = [];
  let good = 0;
  for (const [index, slot] of request.slots.entries()) {
    const target = await findTarget(ctx, trx, caller, deviceIds[index]!);
    // The slave was deleted while this request waited for the locks.
    if (target === undefined) return refused('slave-unknown', slot.slot);
    const own = requestFor(request, slot);
    const refusal = await checkCommand(ctx, trx, caller, own, target, good);
    if (refusal === null) good += 1;
    decisions.push({ slot, target, refusal });
  }
  return done(decisions);
}

function hashOf(gatewayId: number, { slots, queue, reason }: Validated): Buffer {
  const command = JSON.stringify(slots.map(({ address, order: to }) => [address, to]));
  return requestHash(gatewayId, { command, queue, reason });
}

const resultsIn = (args: unknown): readonly SlotResult[] =>
  (args as { readonly results?: readonly SlotResult[] }).results ?? [];
