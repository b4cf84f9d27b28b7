/**
 * Batch commands for many devices. Nothing is switched here: the batch command and its devices are
 * written together with an entry in the operation log, and each device then passes the single
 * command gate in its own step (`group-order-steps.ts`). An error that concerns the list as a whole
 * rejects the whole list.
 */
import { createHash } from 'node:crypto';
import { type EntryStatus, LOG_MODULES, type LogCommand } from '@busbar/domain/audit/log-terms';
import { done, type Outcome, type Refused, refused } from '@busbar/domain/refusal';
import { GROUP_ORDER_LIFE_MS } from '@busbar/domain/switch/control-pace';
import type { SwitchOrder } from '@busbar/domain/switch/interlock';
import type { Caller } from '../../../caller.ts';
import { uuidV7 } from '../../../clock.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { stepUp } from '../../identity/passwords/step-up.ts';
import { readDatabaseTime } from '../../shared/database-time-queries.ts';
import { lockPair, lockUser } from '../../shared/lock-queries.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';
import { isCommandId } from '../../shared/uuid-text.ts';
import { endCommand } from '../commands/command-expiry.ts';
import { earlierGroupOrder } from './earlier-group-order.ts';
import { listOverLimit } from './group-order-limits.ts';
import {
  cancelWaiting,
  devicesOfGroupOrder,
  type GroupOrderDevice,
  type GroupOrderRow,
  groupOrderInScope,
  insertGroupOrder,
  repeatDevices,
} from './group-order-queries.ts';
import { type ListedDevice, listedDevices } from './listed-devices.ts';
import { endIdleOrders } from './step-queries.ts';

export interface GroupOrderRequest {
  /** Device ids or codes, exactly as the caller sent them. */
  readonly devices: readonly (string | number)[];
  readonly order: SwitchOrder;
  /** Reason of a lock; `until` is its expected end, epoch ms. */
  readonly reason?: string | undefined;
  readonly until?: number | undefined;
  readonly password?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  /** Name of the API call that submitted the batch command. */
  readonly source: string;
  /** Project that the lamp groups belong to. */
  readonly projectId?: number | undefined;
}

export interface GroupOrderProgress {
  readonly order: GroupOrderRow;
  readonly devices: readonly GroupOrderDevice[];
}

type Started = Outcome<{ readonly groupOrderId: string }>;

export async function startGroupOrder(
  ctx: Context,
  caller: Caller,
  request: GroupOrderRequest,
): Promise<Started> {
  const password = await stepUp(ctx, caller, request.password);
  return ctx.database.transaction(async (trx): Promise<Started> => {
    // The lock on the user makes limits count exactly and repeated requests find the first one.
    await lockUser(trx, caller);
    const now = await readDatabaseTime(ctx, trx);
    const requestHash = hashOf(request);
    const earlier = await earlierGroupOrder(trx, caller, request.idempotencyKey, requestHash, now);
    const { devices, missing } = await listedDevices(trx, caller, request.devices);
    const logEntry = line(trx, caller, 'group order', now, {
      source: request.source,
      order: request.order,
      devices: devices.length,
      ...(request.reason === undefined ? {} : { reason: request.reason }),
      ...(request.until === undefined ? {} : { until: request.until }),
      ...(request.projectId === undefined ? {} : { project: request.projectId }),
    });
    if (earlier?.ok) return earlier;
    if (earlier !== undefined) return logEntry.refused(earlier);
    if (missing !== undefined)
      return logEntry.refused(refused('not-found', `device_codes.${missing}`));
    const validated = await validateList(ctx, trx, caller, devices, password, now);
    if (!validated.ok) return logEntry.refused(validated);
    const groupOrderId = uuidV7(ctx.clock, ctx.random);
    await insertGroupOrder(
      trx,
      caller,
      {
        groupOrderId,
        order: request.order,
        reason: request.reason,
        until: request.until,
        steppedUp: validated.value,
        idempotencyKey: request.idempotencyKey,
        requestHash,
        projectId: request.projectId,
        createdAt: now,
        endsAt: now + GROUP_ORDER_LIFE_MS,
      },
      devices,
    );
    await logEntry.done(groupOrderId, validated.value);
    return done({ groupOrderId });
  });
}

/**
 * Repeats a batch command for the devices that were refused or not switched; refused while devices
 * are still waiting.
 */
export async function repeatGroupOrder(
  ctx: Context,
  caller: Caller,
  groupOrderId: string,
  given: { readonly password?: string | undefined; readonly source: string },
): Promise<Outcome<GroupOrderProgress>> {
  if (!isCommandId(groupOrderId)) return refused('not-found');
  const password = await stepUp(ctx, caller, given.password);
  const outcome = await ctx.database.transaction(async (trx): Promise<Started> => {
    await lockUser(trx, caller);
    const order = await groupOrderInScope(trx, caller, groupOrderId, true);
    if (order === undefined) return refused('not-found');
    const now = await readDatabaseTime(ctx, trx);
    const devices = await devicesOfGroupOrder(trx, caller, groupOrderId);
    const failed = devices.filter(hasFailed);
    const logEntry = line(trx, caller, 'repeat group order', now, {
      source: given.source,
      order: order.order,
      devices: failed.length,
    });
    if (order.endedAt === null) return logEntry.refused(refused('control-busy'));
    if (failed.length === 0) return logEntry.refused(refused('command-ended'));
    const validated = await validateList(ctx, trx, caller, failed, password, now);
    if (!validated.ok) return logEntry.refused(validated);
    await repeatDevices(trx, caller, groupOrderId, {
      deviceIds: failed.map(({ deviceId }) => deviceId),
      steppedUp: validated.value,
      endsAt: now + GROUP_ORDER_LIFE_MS,
    });
    await logEntry.done(groupOrderId, validated.value);
    return done({ groupOrderId });
  });
  return outcome.ok ? findGroupOrder(ctx, caller, groupOrderId) : outcome;
}

/** Cancels all steps and commands of the batch command that have not been sent. */
export async function cancelGroupOrder(
  ctx: Context,
  caller: Caller,
  groupOrderId: string,
): Promise<Outcome<GroupOrderProgress>> {
  if (!isCommandId(groupOrderId)) return refused('not-found');
  const { customerId } = caller;
  const outcome = await ctx.database.transaction(async (trx) => {
    // The lock ensures that no step of the customer is running and that none begins before the
    // commit.
    await lockPair(trx, 'batchSteps', customerId);
    const order = await groupOrderInScope(trx, caller, groupOrderId);
    if (order === undefined) return refused('not-found');
    const waiting = await cancelWaiting(trx, customerId, groupOrderId, 'cancelled-by-user');
    if (waiting === 0) return refused('command-ended');
    const now = await readDatabaseTime(ctx, trx);
    await endIdleOrders(trx, customerId, now);
    const logEntry = line(trx, caller, 'cancel group order', now, {
      order: order.order,
      devices: waiting,
    });
    await logEntry.done(groupOrderId, false);
    return done(order);
  });
  if (!outcome.ok) return outcome;
  for (const device of await devicesOfGroupOrder(ctx.database.db, caller, groupOrderId)) {
    if (device.commandId === null || device.commandState !== 'queued') continue;
    await endCommand(ctx, {
      customerId,
      commandId: device.commandId,
      from: ['queued'],
      to: 'cancelled',
      reason: 'cancelled-by-user',
    });
  }
  return findGroupOrder(ctx, caller, groupOrderId);
}

export async function findGroupOrder(
  ctx: Context,
  caller: Caller,
  groupOrderId: string,
): Promise<Outcome<GroupOrderProgress>> {
  if (!isCommandId(groupOrderId)) return refused('not-found');
  const { db } = ctx.database;
  const order = await groupOrderInScope(db, caller, groupOrderId);
  if (order === undefined) return refused('not-found');
  return done({ order, devices: await devicesOfGroupOrder(db, caller, groupOrderId) });
}

/**
 * True if the command was refused, never sent, or rejected by the device: it was provably not
 * executed, and no user cancelled it.
 */
function hasFailed({ state, commandState }: GroupOrderDevice): boolean {
  if (state === 'refused' || state === 'expired') return true;
  return state === 'ordered' && (commandState === 'rejected' || commandState === 'expired');
}

/** Returns true if the password was given; it then covers the whole list. */
async function validateList(
  ctx: Context,
  trx: Executor,
  caller: Caller,
  devices: readonly ListedDevice[],
  password: Outcome<boolean>,
  now: number,
): Promise<Outcome<boolean>> {
  if (!password.ok || password.value) return password;
  const refusal = await listOverLimit(ctx, trx, caller, devices, now);
  return refusal === null ? password : refused(refusal);
}

function hashOf({ devices, order, reason, until }: GroupOrderRequest): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([devices, order, reason ?? null, until ?? null]))
    .digest();
}

/** Writes the operation log entry of the whole batch command; each device has its own entries. */
function line(
  trx: Executor,
  caller: Caller,
  command: LogCommand,
  now: number,
  detail: Readonly<Record<string, unknown>>,
) {
  const write = (status: EntryStatus, more: object) =>
    writeLog(trx, caller, {
      at: now,
      module: LOG_MODULES.remoteControl,
      command,
      status,
      detail: { ...detail, ...more },
    });
  return {
    done: (groupOrder: string, steppedUp: boolean) =>
      write('done', { groupOrder, ...(steppedUp ? { password: 'given' } : {}) }),
    async refused(outcome: Refused): Promise<Refused> {
      await write(`refused:${outcome.refusal}`, {});
      return outcome;
    },
  };
}
