/**
 * Moves, enables and disables slaves of a gateway. Every slot is validated separately; the accepted
 * changes are sent to the gateway as one `write` of `slaveControl`, which it executes completely or
 * not at all, and which only a read-back of the table confirms. One change at a time per gateway.
 */
import { done, type Outcome, type Refusal, refused } from '@busbar/domain/refusal';
import { type SlavePlace, validateSlotChanges } from '@busbar/domain/slot/slot-table';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import type { ControlTarget } from '../commands/control-target-queries.ts';
import { earlierAnswer, requestHash } from '../commands/idempotency.ts';
import { isOpenCommandConflict } from '../commands/open-command-conflict.ts';
import { isWriting } from '../protection/parameter-command-queries.ts';
import { passGate, type RequestDecision } from '../protection/parameter-gate.ts';
import { busySlaves, slaveTableOf } from '../slaves/slave-queries.ts';
import { registeredSlaves } from './slot-queries.ts';

export interface SlotsRequest {
  readonly gateway: string | number;
  readonly changes: readonly SlavePlace[];
  readonly password: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly source: string;
}

export interface SlotResult extends SlavePlace {
  readonly refusal: Refusal | null;
}

export interface SlotsAnswer {
  /** Id of the command; null if every slot was refused. */
  readonly commandId: string | null;
  readonly results: readonly SlotResult[];
}

export async function changeSlots(
  ctx: Context,
  caller: Caller,
  request: SlotsRequest,
): Promise<Outcome<SlotsAnswer>> {
  let results: readonly SlotResult[] = [];
  const { gateway, changes, password, idempotencyKey, source } = request;
  const attempt = async (): Promise<Outcome<SlotsAnswer>> => {
    const outcome = await passGate(ctx, caller, {
      device: gateway,
      source,
      password,
      idempotencyKey,
      kind: 'write',
      set: 'slaveControl',
      detail: { slots: slotsInLog(changes) },
      validate: async (trx, target) => {
        const validated = await validate(ctx, trx, caller, request, target);
        results = validated.results;
        return validated.decision;
      },
    });
    if (outcome.ok) return done({ commandId: outcome.value.commandId, results });
    // If all slots were refused, each slot has its own reason.
    const isOfSlots = results.length > 0 && results.every(({ refusal }) => refusal !== null);
    return isOfSlots ? done({ commandId: null, results }) : outcome;
  };
  try {
    return await attempt();
  } catch (error) {
    if (isOpenCommandConflict(error)) return refused('control-busy');
    throw error;
  }
}

async function validate(
  ctx: Context,
  trx: Executor,
  caller: Caller,
  { changes, idempotencyKey }: SlotsRequest,
  target: ControlTarget,
): Promise<{ readonly decision: RequestDecision; readonly results: readonly SlotResult[] }> {
  const refuse = (refusal: Refusal) => ({
    decision: { kind: 'refused' as const, refused: refused(refusal) },
    results: [],
  });
  const hash = requestHash(target.deviceId, { command: `slots ${JSON.stringify(changes)}` });
  const earlier = await earlierAnswer(trx, caller, idempotencyKey, hash, target.readAt);
  if (earlier?.ok === true) {
    const { commandId, args } = earlier.value;
    const sent = (args as { readonly changes?: readonly SlavePlace[] }).changes ?? [];
    const wasSent = ({ address }: SlavePlace) => sent.some((one) => one.address === address);
    return {
      decision: { kind: 'same', commandId },
      results: changes.map((one) => ({ ...one, refusal: wasSent(one) ? null : 'slot-taken' })),
    };
  }
  if (earlier !== undefined) return refuse(earlier.refusal);
  if (await isWriting(trx, target)) return refuse('control-busy');
  const table = await slaveTableOf(trx, target.customerId, target.deviceId);
  if (table === undefined) return refuse('slave-table-unread');
  const registered = await registeredSlaves(trx, caller, target.deviceId, ctx.clock.now());
  const hidden = new Set(
    registered.filter(({ visible }) => !visible).map(({ slave_address }) => slave_address),
  );
  const stuck = await busySlaves(trx, target);
  const refusals = validateSlotChanges(table.slaves, changes, new Set([...stuck, ...hidden]));
  const results = changes.map((change, index) => ({
    ...change,
    // A slave that is hidden from the caller is reported as unknown.
    refusal: hidden.has(change.address) ? 'slave-unknown' : (refusals[index] ?? null),
  })) satisfies SlotResult[];
  const accepted = results.filter(({ refusal }) => refusal === null);
  const [first] = results;
  if (accepted.length === 0) {
    return { ...refuse(first?.refusal ?? 'no-slave-ordered'), results };
  }
  const sent = accepted.map(({ slot, address, enabled }) => ({ slot, address, enabled }));
  return {
    decision: {
      kind: 'new',
      args: { what: 'slaveControl', changes: sent },
      requestHash: hash,
    },
    results,
  };
}

/** Logs the slots under the names of docs/specification/real-time.md 2.3. */
function slotsInLog(changes: readonly SlavePlace[]) {
  return Object.fromEntries(
    changes.map(({ slot, address, enabled }) => [`s${slot}`, { ad: address, en: enabled ? 1 : 0 }]),
  );
}
